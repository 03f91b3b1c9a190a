import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MirrorFacts, WatchedMirror } from '#shared/contract/remote-mirrors.ts';
import { Preferences } from '#shared/contract/host.ts';
import { minutes, seconds, toIso } from '#shared/time.ts';
import RemoteMirrorsPage from '../../../src-renderer/pages/remote-mirrors/RemoteMirrorsPage.svelte';
import { click, fill } from '../click.ts';
import { violations } from '../axe.ts';
import { cell, renderPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'project:7';
const project = sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'acme/core' });
const now = Date.now();
const ago = (ms: number): string => toIso(now - ms);

function mirror(id: number, fields: Partial<WatchedMirror>): WatchedMirror {
  return {
    ...{ id, url: `https://*****:*****@git${id}.example/core.git`, enabled: true, auth_method: 'password' },
    ...{ host_keys: [{ fingerprint_sha256: 'a'.repeat(43) }], keep_divergent_refs: false },
    ...{ only_protected_branches: false, last_error: null, last_update_at: ago(minutes(5)) },
    ...{ last_update_started_at: ago(minutes(6)), last_successful_update_at: ago(minutes(5)) },
    ...{ update_status: 'finished', project_path: 'acme/core', target_host: `git${id}.example` },
    ...{ alarm: null, alarm_rank: 3, is_overdue: false },
    ...fields,
  };
}

const rows = [
  mirror(1, {
    ...{ update_status: 'failed', alarm: 'failed', alarm_rank: 1, last_successful_update_at: ago(minutes(300)) },
    last_error: '13:get remote references: Permission denied (publickey).',
    auth_method: 'ssh_public_key',
  }),
  mirror(2, { update_status: 'started', alarm: 'stuck', alarm_rank: 1, last_update_started_at: ago(minutes(47)) }),
  mirror(3, { alarm: 'host_keys', alarm_rank: 1 }),
  mirror(4, { update_status: 'scheduled', alarm_rank: 2 }),
  mirror(5, {}),
  mirror(6, { enabled: false, alarm_rank: 4 }),
  mirror(7, { update_status: 'none', is_overdue: true, last_successful_update_at: null, last_update_at: null }),
];
const noAlarm = { since: null, count: 0, medianMs: null, added: 0, removed: 0 };

function factsOf({ id, alarm }: WatchedMirror): MirrorFacts {
  const bar = (state: 'ok' | 'failed' | 'slow', at: number) => ({
    state,
    startedAt: now - minutes(at) - seconds(40),
    endedAt: now - minutes(at),
  });
  return {
    ...{ scope, id, medianMs: seconds(38), mutedUntil: id === 5 ? now + minutes(60) : null, enabledInProject: 6 },
    bars: alarm === 'failed' ? [bar('ok', 300), bar('slow', 200), bar('failed', 60), bar('failed', 5)] : [bar('ok', 5)],
    alarm:
      alarm === 'failed'
        ? { ...noAlarm, kind: 'failed', since: now - minutes(60), count: 2 }
        : alarm === 'stuck'
          ? { ...noAlarm, kind: 'stuck', since: now - minutes(47), medianMs: seconds(38) }
          : alarm === 'host_keys'
            ? { ...noAlarm, kind: 'host_keys', since: now - minutes(5), added: 1 }
            : null,
  };
}

function mirrors({ isChosen = false, enabled = 6, deletedAt = null as number | null } = {}) {
  const list = fakeList(
    rows.map((row) => ({ ...row, has_alarm: row.alarm !== null })),
    { scope },
  );
  list.rows = list.rows.map((one) => (one.row['id'] === 1 ? { ...one, deletedAt } : one));
  const own: FakeAnswers['remoteMirrors'] = {
    facts: ({ rows: wanted }) => ({
      facts: wanted.flatMap(({ id }) => rows.filter((row) => row.id === id).map(factsOf)),
    }),
    record: () => ({
      events: [
        {
          ...{ kind: 'failed', at: now - minutes(5), since: now - minutes(60), count: 2 },
          ...{ ms: null, medianMs: null, added: 0, removed: 0 },
        },
      ],
      keysSince: now - minutes(900),
      areKeysFirst: false,
    }),
    enabledIn: () => ({ enabled }),
    checkHostKeys: () => ({ holdsPrivateKey: false, lines: [] }),
    mute: () => ({}),
    check: () => ({}),
  };
  return renderPage(RemoteMirrorsPage, {
    path: '/remote-mirrors',
    answers: { remoteMirrors: { ...listAnswers<'remoteMirrors'>(list), ...own } },
    world: {
      catalogue: [project],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: isChosen ? scope : null, recent: [] } } }),
    },
  });
}

test('each state has its words and marks, alarms come first, and the views show how many rows they have', async () => {
  const { table } = await mirrors();
  await table();
  await expect.element(cell(0, 'state')).toHaveTextContent('Failed Permission denied (publickey).');
  await expect.poll(() => cell(1, 'state').textContent).toMatch(/Started\s+4\d\s+min.*\sago\s+median\s+38\s+s/su);
  await expect.element(cell(2, 'state')).toHaveTextContent('Host keys changed 1 new');
  await expect.element(cell(3, 'state')).toHaveTextContent('Scheduled');
  const texts = [4, 5, 6].map((at) => cell(at, 'state').textContent);
  expect(texts.some((text) => text.includes('Never updated'))).toBe(true);
  expect(texts.some((text) => text.includes('Alarms muted until'))).toBe(true);
  await expect
    .element(cell(0, 'strip').querySelector<HTMLElement>('[role="img"]'))
    .toHaveAccessibleName('4 updates, 2 failed, 1 slow');
  await expect.element(page.getByRole('button', { name: 'Alarms 3' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Overdue (6 h) 1' })).toBeVisible();
});

test('table and panel have no axe violation', async () => {
  const { table } = await mirrors();
  await table();
  await click(cell(0, 'state'));
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByText(/Failed 2 times in a row/)).toBeVisible();
  await expect.element(panel.getByText('The instance removes credentials from the URL.')).toBeVisible();
  expect(await violations()).toEqual([]);
  await click(panel.getByRole('tab', { name: 'Settings' }));
  expect(await violations()).toEqual([]);
});

test('a mirror is muted from its panel for the chosen time', async () => {
  const { table, calls } = await mirrors();
  await table();
  await click(cell(0, 'state'));
  await click(page.getByRole('complementary').getByRole('button', { name: 'Mute alarms…' }));
  await click(page.getByRole('dialog').getByText('8 hours'));
  await click(page.getByRole('dialog').getByRole('button', { name: 'Mute alarms' }));
  await expect.poll(() => calls('remoteMirrors.mute')).toHaveLength(1);
  const [input] = calls('remoteMirrors.mute') as { scope: string; id: number; until: number }[];
  expect(input).toMatchObject({ scope, id: 1 });
  expect(Math.round((input!.until - Date.now()) / minutes(60))).toBe(8);
});

test('the form of a mirror checks the input while the person types, and its draft contains everything except the password', async () => {
  const { table } = await mirrors({ isChosen: true });
  await table();
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabelText(label, { exact: true });
  const create = () => click(page.getByRole('button', { name: 'Create mirror…' }));
  await create();
  await fill(field('Target URL'), 'https://user:word@new.example/core.git');
  await expect.element(field('Target URL')).toHaveAccessibleDescription(/in their own fields, not in the URL\./);
  await fill(field('Target URL'), 'https://new.example/core.git');
  await fill(field('User name'), 'mirror');
  await click(dialog.getByRole('button', { name: 'Create mirror' }));
  await expect.element(field('Password or token')).toHaveAccessibleDescription(/Password is required/);
  await fill(field('Password or token'), 'secret word');
  await fill(field('Host keys'), '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n');
  await expect.element(field('Host keys')).toHaveAccessibleDescription(/This is a private key\./);
  await expect.element(field('Host keys')).toHaveValue('');
  await expect.element(dialog).toMatchTextContent('6 of 10 mirrors of this project are enabled.');
  await userEvent.keyboard('{Escape}');
  await create();
  await expect.element(field('User name')).toHaveValue('mirror');
  await expect.element(field('Password or token')).toHaveValue('');
});

test('no mirror can be created in a project with 10 enabled mirrors, and the button says why', async () => {
  const { table } = await mirrors({ isChosen: true, enabled: 10 });
  await table();
  const button = page.getByRole('button', { name: 'Create mirror…' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(button);
  await expect.element(page.getByText(/10 mirrors are enabled in this project, which is the limit/)).toBeVisible();
});

test('the menu of a failing mirror says why its host keys can’t be accepted and its alarms can’t be unmuted', async () => {
  const { table } = await mirrors();
  await table();
  await click(cell(0, 'state'));
  await click(page.getByRole('complementary').getByRole('button', { name: 'Actions' }));
  for (const [action, why] of [
    ['Accept host keys', 'The host keys of the mirror haven’t changed since they were last accepted.'],
    ['Unmute alarms', 'The alarms of the mirror aren’t muted.'],
  ] as const) {
    await userEvent.hover(page.getByRole('menuitem', { name: action }));
    await expect.element(page.getByText(why)).toBeVisible();
  }
});

test('a deleted mirror can’t be synced, muted or deleted', async () => {
  const { table } = await mirrors({ deletedAt: now });
  await table();
  await click(cell(0, 'state'));
  const panel = page.getByRole('complementary');
  await expect.element(panel.getByRole('button', { name: 'Sync now…' })).toHaveAttribute('aria-disabled', 'true');
  const mute = panel.getByRole('button', { name: 'Mute alarms…' });
  await expect.element(mute).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(mute);
  await expect.element(page.getByText('The mirror was deleted.')).toBeVisible();
  await click(panel.getByRole('button', { name: 'Actions' }));
  await expect.element(page.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true');
});
