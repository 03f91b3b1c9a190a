import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { eventually } from '../eventually.ts';
import type { Replay, ReplayInput } from '#shared/contract/push-rule-replay.ts';
import type { CachedPushRule, PushRule } from '#shared/contract/push-rules.ts';
import { Preferences } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import PushRulesPage from '../../../src-renderer/pages/push-rules/PushRulesPage.svelte';
import { violations } from '../axe.ts';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { refusing } from '../plan/render-with-plan.ts';
import { sampleConnection, sampleEntry, sampleProfile } from '../samples.ts';

const scope = 'group:corp';
const group = sampleEntry({ key: 1, kind: 'group', ref: 'corp', scope, id: null, path: 'corp', name: null });
const project = sampleEntry({ key: 2, kind: 'project', ref: 'corp/api', scope: 'project:corp/api', path: 'corp/api' });
const rule: PushRule = {
  id: 9,
  created_at: '2025-11-01T10:00:00.000Z',
  commit_message_regex: '^ABC-',
  member_check: true,
  prevent_secrets: false,
  reject_unsigned_commits: null,
  max_file_size: 5,
};
const nothing: Replay = {
  id: 'r1',
  at: 0,
  tookMs: 1,
  ...{ commits: 10, refused: 0, newly: 0, noLonger: 0, merges: 0, unjudged: 0, unlisted: 0, authors: 0 },
  ...{ branches: 2, exemptBranches: 1, refusedBranches: 0, newlyBranches: 0 },
  byRule: [],
  byAuthor: [],
  byProject: [],
  gaps: [],
};

interface Setting {
  writes?: Partial<FakeWrites>;
  cached?: CachedPushRule;
  pushRules?: FakeAnswers['pushRules'];
  replay?: FakeAnswers['pushRuleReplay'];
  readOnly?: boolean;
  isOffline?: boolean;
  path?: string;
}
function pushRules({
  writes = {},
  cached,
  pushRules: more,
  replay,
  readOnly = false,
  isOffline = false,
  path = '/push-rules',
}: Setting = {}): Promise<RenderedPage> {
  const fetchedAt = Date.now();
  return renderPage(PushRulesPage, {
    path,
    world: {
      catalogue: [group, project],
      writes: sampleWrites(writes),
      profiles: [sampleProfile({ readOnly })],
      ...(isOffline && { connection: sampleConnection({ state: 'offline', reason: 'timed-out' }) }),
      preferences: Preferences.parse({ scopes: { p1: { group: scope, project: null, recent: [] } } }),
    },
    answers: {
      pushRules: {
        get: () => cached ?? { state: 'configured', rule, fetchedAt },
        refresh: () => ({ fetchedAt }),
        check: () => ({ problems: {} }),
        ...more,
      },
      pushRuleReplay: {
        sources: ({ projects }) => ({
          sources: projects.map((place) => ({
            scope: place,
            commits: 10,
            branches: 2,
            commitsSyncedAt: fetchedAt,
            branchesSyncedAt: fetchedAt,
          })),
        }),
        run: () => nothing,
        ...replay,
      },
    },
  });
}
const check = (name: string) => page.getByRole('radiogroup', { name });

test('at a moment in the past, the page has no actions that change or refresh a rule', async () => {
  const past = '/push-rules?as_of=2025-11-20T17:00Z';
  onTestFinished(() => history.replaceState(null, '', location.pathname));
  const { calls, stores } = await pushRules({ path: past });
  await expect.element(page.getByRole('textbox', { name: 'Messages must match' })).toHaveValue('^ABC-');
  for (const name of [/^Save/, 'Refresh', /^Reset to inherited/])
    expect(page.getByRole('button', { name }).elements(), String(name)).toEqual([]);
  expect(stores.commands.list.map(({ id }) => id).filter((id) => id.startsWith('push-rules:'))).toEqual([
    'push-rules:replay',
  ]);
  expect(calls('pushRules.refresh')).toEqual([]);
});

test('null, false and true of a check look different', async () => {
  await pushRules();
  await expect.element(page.getByRole('textbox', { name: 'Messages must match' })).toHaveValue('^ABC-');
  await expect.element(check('Author must be a user of the instance').getByRole('radio', { name: 'On' })).toBeChecked();
  const secrets = check('Files with secrets are rejected');
  await expect.element(secrets.getByRole('radio', { name: 'Off' })).toBeChecked();
  expect(secrets.getByRole('radio', { name: 'Not set' }).query()).toBeNull();
  await expect.element(check('Commits must be signed').getByRole('radio', { name: 'Not set' })).toBeChecked();
  expect(await violations()).toEqual([]);
});

test('only changed fields are sent, and after reverting them there is nothing to send', async () => {
  const { calls } = await pushRules();
  await fill(page.getByRole('textbox', { name: 'Messages must match' }), '^XYZ-');
  await fill(page.getByRole('textbox', { name: 'Maximum file size (MB)' }), '7');
  await click(page.getByRole('button', { name: 'Reset “Maximum file size (MB)”' }));
  await click(page.getByRole('button', { name: 'Save 1 change' }));
  await eventually(() => expect(calls('changes.run')).toHaveLength(1));
  expect(calls('changes.run')).toMatchObject([
    { op: 'push-rules.edit', path: { id: 'corp' }, body: { commit_message_regex: '^XYZ-' } },
  ]);
});

test('a draft is sent with the values from when editing started, even if another window changed them', async () => {
  let stored: PushRule = rule;
  const get = () => ({ state: 'configured' as const, rule: stored, fetchedAt: Date.now() });
  const { calls, core } = await pushRules({ pushRules: { get } });
  await fill(page.getByRole('textbox', { name: 'Messages must match' }), '^XYZ-');
  stored = { ...rule, commit_message_regex: '^THEIRS-', max_file_size: 8 };
  core.emit('pushRules', 'changed', { revision: 2 });
  await expect.element(page.getByRole('textbox', { name: 'Maximum file size (MB)' })).toHaveValue('8');
  await fill(page.getByRole('textbox', { name: 'Messages must match' }), '^XYZ-1');
  await click(page.getByRole('button', { name: 'Save 1 change' }));
  await eventually(() => expect(calls('changes.run')).toHaveLength(1));
  expect(calls('changes.run')).toMatchObject([
    { body: { commit_message_regex: '^XYZ-1' }, seen: { commit_message_regex: '^ABC-' } },
  ]);
});

test('an RE2 error is never shown for another pattern, and an invalid draft is not sent', async () => {
  const problems = {
    commit_message_regex: {
      message: 'invalid or unsupported Perl syntax',
      piece: '(?!',
      at: 0,
      hint: 'look-around' as const,
    },
  };
  const late = Promise.withResolvers<undefined>();
  let asked = 0;
  const { calls } = await pushRules({
    pushRules: {
      check: async ({ patterns }) => {
        if (patterns.commit_message_regex?.includes('(?!') !== true) return { problems: {} };
        asked += 1;
        if (asked === 1) await late.promise;
        return { problems };
      },
    },
  });
  const field = page.getByRole('textbox', { name: 'Messages must match' });
  const refused = page.getByText('Not a valid RE2 pattern', { exact: false });
  await fill(field, '(?!wip)');
  await eventually(() => expect(asked).toBe(1));
  await fill(field, 'fine');
  late.resolve(undefined);
  await eventually(() =>
    expect(calls('pushRules.check')).toContainEqual({ patterns: { commit_message_regex: 'fine' } }),
  );
  expect(refused.query()).toBeNull();

  await fill(field, '(?!no)');
  await expect.element(refused).toBeVisible();
  await expect.element(field).toHaveAccessibleDescription(/Not a valid RE2 pattern/);
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-disabled', 'true');
  expect(calls('changes.run')).toEqual([]);
});

test('a pattern that is not checked yet is checked before it is sent', async () => {
  const problem = { message: 'missing closing )', piece: '(', at: 0, hint: null };
  const checked = Promise.withResolvers<undefined>();
  const { calls } = await pushRules({
    pushRules: {
      check: async ({ patterns }) => {
        if (patterns.commit_message_regex !== '(') return { problems: {} };
        await checked.promise;
        return { problems: { commit_message_regex: problem } };
      },
    },
  });
  const field = page.getByRole('textbox', { name: 'Messages must match' });
  await fill(field, '(');
  await click(page.getByRole('button', { name: 'Save 1 change' }));
  checked.resolve(undefined);
  await expect.element(field).toHaveAccessibleDescription(/missing closing \)/);
  expect(calls('changes.run')).toEqual([]);
});

test('a pattern that is too long is reported at its field, and the draft is neither saved nor replayed', async () => {
  await pushRules();
  await fill(page.getByRole('textbox', { name: 'Messages must match' }), 'x'.repeat(512));
  await expect.element(page.getByText('Use at most 511 characters')).toBeVisible();
  await expect.element(page.getByText('Correct the invalid pattern to replay the draft')).toBeVisible();
  await fill(page.getByRole('textbox', { name: 'Messages must match' }), '^ABC-');
  await fill(page.getByRole('textbox', { name: 'Messages must not match' }), 'x'.repeat(2_048));
  await expect.element(page.getByText('Use at most 2,047 characters')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-disabled', 'true');
});

test('an invalid size is reported at its field, and the draft cannot be saved', async () => {
  await pushRules();
  await fill(page.getByRole('textbox', { name: 'Maximum file size (MB)' }), 'many');
  await expect.element(page.getByText('A whole number of megabytes, 0 or more')).toBeVisible();
  const save = page.getByRole('button', { name: /^Save/ });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
});

test('a draft is replayed against the current rule while it is typed', async () => {
  const { calls } = await pushRules({
    replay: { run: () => ({ ...nothing, refused: 4, newly: 3 }) },
  });
  await fill(page.getByRole('textbox', { name: 'Messages must match' }), '^XYZ-');
  const strip = page.getByRole('region', { name: 'Effect of this draft' });
  await expect
    .element(strip.getByRole('status'))
    .toHaveTextContent('Would reject 4 (40%) of 10 cached commits, 3 of them new');
  // The current rule was replayed before, with the same result
  const asked = () => calls('pushRuleReplay.run') as ReplayInput[];
  await expect
    .poll(() => asked().at(-1))
    .toMatchObject({
      rule: { commit_message_regex: '^XYZ-', member_check: true, max_file_size: 5 },
      current: { commit_message_regex: '^ABC-' },
      projects: ['project:corp/api'],
    });
});

test('a draft is kept while another page is shown', async () => {
  const { show } = await pushRules();
  await fill(page.getByRole('textbox', { name: 'Branch names must match' }), '^fix/');
  await show(false);
  await show(true);
  await expect.element(page.getByRole('textbox', { name: 'Branch names must match' })).toHaveValue('^fix/');
  await expect.element(page.getByRole('button', { name: 'Save 1 change' })).toBeVisible();
});

test('a group without a rule offers to create one, and with a read-only profile says why this is disabled', async () => {
  await pushRules({ cached: { state: 'none', rule: null, fetchedAt: Date.now() }, readOnly: true });
  const create = page.getByRole('button', { name: 'Create push rule…' });
  await expect.element(create).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/404, “never configured”/)).toBeVisible();
});

const draft = page.getByRole('button', { name: 'Draft push rule' });
const asked = (calls: RenderedPage['calls']) => () => (calls('pushRuleReplay.run') as ReplayInput[]).at(-1);

test('offline, a rule is drafted and replayed for a group whose rule was never synced, but not saved', async () => {
  const { calls } = await pushRules({
    cached: { state: 'never-synced', rule: null, fetchedAt: null },
    replay: { run: () => ({ ...nothing, refused: 4, newly: 4 }) },
    isOffline: true,
  });
  await click(draft);
  await expect.element(page.getByText(/^The current rule of this group is not known/)).toBeVisible();
  await fill(page.getByRole('textbox', { name: 'Messages must match' }), '^XYZ-');
  await expect.poll(asked(calls)).toMatchObject({ rule: { commit_message_regex: '^XYZ-' }, current: null });
  const save = page.getByRole('button', { name: 'Create push rule' });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('status').getByText(/^Would reject 4 \(40%\)/)).not.toHaveTextContent('new');
  await click(page.getByRole('button', { name: 'Open replay' }));
  await expect.element(page.getByText(/^Your draft alone/)).toBeVisible();
  expect(page.getByText('Newly rejected').query()).toBeNull();
});

test('offline, a rule is drafted for a group without a rule, and for one whose rule the token can’t read', async () => {
  const none = await pushRules({ cached: { state: 'none', rule: null, fetchedAt: 1_000 }, isOffline: true });
  await click(draft);
  await expect.element(page.getByText(/^Overrides the inherited rule/)).toBeVisible();
  await none.show(false);
  const refusal = new Failure('denied', 'no', { reason: 'role', status: 403 });
  await pushRules({
    cached: { state: 'never-synced', rule: null, fetchedAt: null },
    pushRules: { refresh: () => Promise.reject(refusal) },
  });
  await expect.element(page.getByText(/the Owner role in the group/)).toBeVisible();
  await click(draft);
  await expect.element(page.getByText(/^The current rule of this group is not known/)).toBeVisible();
});

test('offline, a rule that an earlier sync could not read is shown as refused, not as never synced', async () => {
  const refusal = { at: 1_000, status: 403, reason: 'role', message: null };
  await pushRules({ cached: { state: 'never-synced', rule: null, fetchedAt: null, refusal }, isOffline: true });
  await expect.element(page.getByText(/the Owner role in the group/)).toBeVisible();
});

test('a group is left for all groups, and the page asks for a group', async () => {
  const { stores } = await pushRules();
  await expect.element(page.getByRole('textbox', { name: 'Messages must match' })).toBeVisible();
  await stores.scope.choose(null);
  await expect.element(page.getByText('Choose a group first.')).toBeVisible();
  expect(stores.statusLine.list).toBeNull();
});

test('a cached rule stays after a refusal, which is shown above it', async () => {
  await pushRules({
    pushRules: { refresh: () => Promise.reject(new Failure('denied', 'no', { reason: 'role', status: 403 })) },
    cached: { state: 'configured', rule, fetchedAt: 1_000 },
  });
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Messages must match' })).toHaveValue('^ABC-');
});

test('a change that the instance refuses is explained below the draft, by its message', async () => {
  await pushRules({ writes: refusing(400, 'Pattern is too odd') });
  await fill(page.getByRole('textbox', { name: 'Messages must match' }), '^XYZ-');
  await click(page.getByRole('button', { name: 'Save 1 change' }));
  await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(/^Pattern is too odd\./);
});

test('offline, a group without a rule shows how old this answer is', async () => {
  await pushRules({ cached: { state: 'none', rule: null, fetchedAt: Date.now() }, isOffline: true });
  await expect.element(page.getByText('No push rule for this group')).toBeVisible();
  await expect.element(page.getByText(/^Offline: showing push rules synced/)).toBeVisible();
});

test('a value of an unexpected type is named at its field, and the replay says that it is not included', async () => {
  const unexpected = { ...rule, max_file_size: undefined, unexpected_values: { max_file_size: '5' } };
  await pushRules({ cached: { state: 'configured', rule: unexpected, fetchedAt: 1_000 } });
  await expect
    .element(page.getByText(/^The instance returned .*"5".*, which doesn’t have the documented type/))
    .toBeVisible();
  await click(page.getByRole('button', { name: 'Open replay' }));
  await expect.element(page.getByText(/^The replay doesn’t include values of the rule/)).toBeVisible();
});

test('branches that are no longer rejected are listed even if nothing is rejected', async () => {
  const branch = {
    key: 1,
    scope: project.scope,
    name: 'odd',
    web_url: null,
    refusals: [],
    outcome: 'no-longer' as const,
  };
  const listed = { isCapped: false, from: 0, revision: 0, queryMs: 0 };
  await pushRules({
    replay: {
      commits: () => ({ ...listed, total: 0, rows: [] }),
      branches: () => ({ ...listed, total: 1, rows: [{ ...branch, before: ['branch_name_regex'] }] }),
    },
  });
  await fill(page.getByRole('textbox', { name: 'Branch names must match' }), '^o');
  await click(page.getByRole('button', { name: 'Open replay' }));
  await expect.element(page.getByText('Nothing is rejected')).toBeVisible();
  expect(page.getByText(/^All cached commits and branches/).query()).toBeNull();
  await click(page.getByRole('tab', { name: /^Branches/ }));
  await expect.element(page.getByText('odd', { exact: true })).toBeVisible();
});

test('the strip says that a replay is running or failed, and not that no commits are synced', async () => {
  const late = Promise.withResolvers<undefined>();
  const run = async () => {
    await late.promise;
    throw new Failure('offline', 'no');
  };
  await pushRules({ replay: { run } });
  const strip = page.getByRole('region', { name: 'Effect of this draft' }).getByRole('status');
  await expect.element(strip).toHaveTextContent('Replaying cached commits…');
  late.resolve(undefined);
  await expect.element(strip).toHaveTextContent('Couldn’t replay this rule');
});
