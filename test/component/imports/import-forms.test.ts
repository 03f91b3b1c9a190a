import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import type { ImportEntry, ImportProblem, QueueLine } from '#shared/contract/imports.ts';
import ImportsPage from '../../../src-renderer/pages/imports/ImportsPage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, expectDisabled, run } from '../page-rig.ts';

const secret = 'token-of-another-service';
const token = 'Personal access token of the other service';
const dialog = page.getByRole('dialog');
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

const refusal = (status: number): Partial<FakeWrites> => ({
  answer: () => ({ state: 'refused', status, failure: { code: 'remote', message: 'refused', status } }),
});
const canceled: ImportEntry = {
  ...{ id: 1, planId: 'plan 1', op: 'imports.fromCodehostA', label: 'acme/shop', at: Date.now(), state: 'applied' },
  ...{ status: 201, reportedMessage: null, project: { id: 9, path: 'acme/shop', link: null } },
  ...{ import_status: 'canceled', human_import_status_name: 'canceled', import_warning: null, import_error: null },
  ...{ statusAt: Date.now(), watch: 'ended', isInferred: false, isCancellable: false },
  ...{ isUnreported: false, checkedAt: null, seen: null },
};

interface Options {
  problems?: ImportProblem[];
  entries?: ImportEntry[];
  writes?: Partial<FakeWrites>;
  world?: Partial<FakeWorld>;
  read?: NonNullable<NonNullable<FakeAnswers['imports']>['read']>;
}

async function imports({ problems = [], entries = [], writes = {}, world = {}, read }: Options = {}): Promise<
  RenderedPage & { begin: (form: string) => Promise<void>; sent: () => Record<string, unknown>[] }
> {
  const rendered = await renderPage(ImportsPage, {
    path: '/imports',
    hasPlans: true,
    world: { ...world, writes: sampleWrites({ confirmation: () => ({ kind: 'plan' }), ...writes }) },
    answers: {
      imports: {
        history: () => ({ entries, found: [], older: 0, isStatusOffered: true }),
        check: () => ({ problems }),
        ...(read && { read }),
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Imports', exact: true })).toBeVisible();
  return {
    ...rendered,
    begin: async (form) => {
      await expect.element(dialog).not.toBeInTheDocument();
      await run(rendered, `imports:${form}`);
      await expect.element(dialog).toBeVisible();
    },
    sent: () =>
      (rendered.calls('changes.plan') as { calls: { body: Record<string, unknown> }[] }[]).flatMap(({ calls }) =>
        calls.map(({ body }) => body),
      ),
  };
}
async function enter(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fill(field(label), value);
}
const ofHostA = { 'Repository ID': '42', [token]: secret, 'Target namespace': 'acme', 'New name': 'core' };

test('required fields of an import are explained, and a path that exists is explained at its field before anything is sent', async () => {
  const problems: ImportProblem[] = [{ field: 'new_name', kind: 'exists', detail: 'acme/core' }];
  const { begin, sent, calls } = await imports({ problems });
  await begin('imports.fromCodehostA');
  await click(button('Import repository…'));
  for (const label of [token, 'Target namespace'])
    await expect.element(field(label)).toHaveAccessibleDescription(`${label} is required.`);
  await expect.element(field('Repository ID')).toHaveAccessibleDescription(/Repository ID is required\./);
  await enter(ofHostA);
  await click(button('Import repository…'));
  await expect.element(field('New name')).toHaveAccessibleDescription(/acme\/core already exists/);
  await expect.element(field('New name')).toHaveFocus();
  expect(sent()).toEqual([]);
  // The check needs no secret
  expect(calls('imports.check')).toEqual([
    { op: 'imports.fromCodehostA', body: { repo_id: 42, target_namespace: 'acme', new_name: 'core' } },
  ]);
});

test('an import sends the entered values only, and the plan says what can’t be undone', async () => {
  const { begin, sent } = await imports();
  await begin('imports.fromCodehostA');
  await enter(ofHostA);
  await click(dialog.getByText('Continue with the rest'));
  await click(button('Import repository…'));
  await expect.element(dialog).toMatchTextContent('Reeve can’t delete the project.');
  expect(sent()).toEqual([
    {
      ...{ repo_id: 42, personal_access_token: secret, target_namespace: 'acme', new_name: 'core' },
      timeout_strategy: 'optimistic',
    },
  ]);
});

test('code host B gets the fields of one kind of sign-in, and the secret of the other is not kept', async () => {
  const { begin, sent } = await imports();
  await begin('imports.fromCodehostB');
  await enter({ Repository: 'team/billing', 'Email address': 'me@b.example', 'API token': secret });
  await click(dialog.getByText('Username and app password (deprecated)'));
  await expect.element(field('API token')).not.toBeInTheDocument();
  await enter({ Username: 'me', 'App password': `${secret}-2`, 'Target namespace': '/acme/' });
  await click(dialog.getByText('Email and API token'));
  await expect.element(field('API token')).toHaveValue('');
  await click(dialog.getByText('Username and app password (deprecated)'));
  await expect.element(field('App password')).toHaveValue('');
  await enter({ 'App password': `${secret}-2` });
  await click(button('Import repository…'));
  await eventually(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ codehost_b_username: 'me', codehost_b_app_password: `${secret}-2` });
  expect(Object.keys(sent()[0] ?? {})).not.toContain('codehost_b_api_token');
});

test.each(['https://me:pw@code.example', 'code.example', 'ftp://code.example'])(
  'the address %s of a server of code host B is explained at its field, and nothing is sent',
  async (address) => {
    const { begin, sent } = await imports();
    await begin('imports.fromCodehostBServer');
    await enter({ 'Username on the server': 'me', 'Project key': 'TEAM', Repository: 'shop', [token]: secret });
    await enter({ 'Server address': address });
    await click(button('Import repository…'));
    await expect.element(field('Server address')).toHaveAccessibleDescription(/Enter an address with http/);
    expect(sent()).toEqual([]);
    await enter({ 'Server address': 'https://code.example/git' });
    await click(button('Import repository…'));
    await eventually(() => expect(sent()).toMatchObject([{ codehost_b_server_url: 'https://code.example/git' }]));
  },
);

/** Import gists, with this reply of the instance, and return to the form. */
async function importGists(status: number): Promise<RenderedPage & { begin: (form: string) => Promise<void> }> {
  const rendered = await imports({ writes: refusal(status) });
  await rendered.begin('imports.gists');
  await enter({ [token]: secret });
  await click(button('Import gists…'));
  await expect.element(dialog).toMatchTextContent('Only one import of gists runs at a time.');
  await click(button('Import gists'));
  return rendered;
}

test.each([
  [422, 'An import of gists is already running.', 'Wait until it finishes, then import your gists again.'],
  [401, 'The other service didn’t accept its token.', 'Create a token there with the scopes'],
])('the form of gists explains a refusal with status %d, and keeps the token', async (status, what, nextStep) => {
  const { press } = await importGists(status);
  await expect.element(dialog).toMatchTextContent(what);
  await press('{Escape}');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(nextStep);
  await expect.element(field(token)).toHaveValue(secret);
});

test('when a form is closed, its token is discarded and its other input is kept', async () => {
  const { begin, press } = await imports();
  await begin('imports.fromCodehostA');
  await enter(ofHostA);
  await press('{Escape}');
  await begin('imports.fromCodehostA');
  await expect.element(field('Target namespace')).toHaveValue('acme');
  await expect.element(field(token)).toHaveValue('');
  await press('{Escape}');
  expect(document.body.innerHTML).not.toContain(secret);
});

test('an import that has ended can’t be canceled, and an import that is not in the list is canceled by its project ID', async () => {
  const { begin, calls } = await imports({ entries: [canceled] });
  const cancel = page.getByRole('button', { name: 'Cancel import of acme/shop' });
  await expectDisabled(cancel, /Only running imports from code host A can be canceled\./);
  await begin('imports.cancel');
  await click(button('Cancel import…'));
  await expect.element(field('Project ID')).toHaveAccessibleDescription(/Project ID is required\./);
  await enter({ 'Project ID': '9' });
  await expect.element(button('Keep importing')).toBeVisible();
  await click(button('Cancel import…'));
  await expect.element(dialog).toMatchTextContent('A canceled import can’t be continued.');
  await expect.element(button('Keep importing')).toBeVisible();
  expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'imports.cancel', body: { project_id: 9 } }] }]);
});

test('a cancellation that the instance refuses is explained', async () => {
  const { begin } = await imports({ writes: refusal(400) });
  await begin('imports.cancel');
  await enter({ 'Project ID': '9' });
  await click(button('Cancel import…'));
  await expect.element(dialog).toMatchTextContent('A canceled import can’t be continued.');
  await click(button('Cancel import'));
  await expect.element(dialog).toMatchTextContent('This import can’t be canceled');
});

test.each(cannotWrite)(
  '%s, no import can be started or canceled, and the buttons say why',
  async (_, world, reason) => {
    await imports({ world, entries: [{ ...canceled, isCancellable: true }] });
    for (const name of ['Import repositories', 'Cancel import…', 'Cancel import of acme/shop'])
      await expectDisabled(page.getByRole('button', { name, exact: true }), reason);
  },
);

const line = (n: number, problems: ImportProblem[] = []): QueueLine => ({
  ...{ line: n, label: `#${n}`, target: `acme/p${n}`, body: { repo_id: n, target_namespace: 'acme' }, problems },
});

test('a CSV with a column of tokens is not sent, and is not kept', async () => {
  const problems: ImportProblem[] = [{ field: 'personal_access_token', kind: 'secret-column', detail: null }];
  const { begin, press, calls } = await imports({
    read: ({ text }) => (text === '' ? { lines: [], problems: [] } : { lines: [line(2)], problems }),
  });
  await begin('queue');
  await fill(field('CSV'), `repo_id,personal_access_token\n1,${secret}`);
  await expect.element(dialog).toMatchTextContent('“personal_access_token” is a secret, so Reeve ignored it.');
  await enter({ [token]: secret });
  await click(button('Import repositories…'));
  await expect.element(field('CSV')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('CSV')).toHaveFocus();
  expect(calls('changes.plan')).toEqual([]);
  await press('{Escape}');
  await begin('queue');
  await expect.element(field('CSV')).toHaveValue('');
});

test('a plan contains the lines without problems, and the others stay in the form', async () => {
  const collision: ImportProblem = { field: 'new_name', kind: 'collision', detail: '3' };
  const read = ({ text }: { text: string }) => ({
    lines: text === '' ? [] : [line(2), line(3), line(4, [collision])],
    problems: [],
  });
  const { begin, sent, press } = await imports({ read });
  await begin('queue');
  await fill(field('CSV'), 'repo_id,new_name\n1,one\n2,two\n3,TWO');
  await enter({ [token]: secret });
  await expect.element(dialog).toMatchTextContent('3 lines: 2 ready, 1 with problems');
  await expect.element(dialog).toMatchTextContent('Same project as in line 3.');
  await click(button('Import repositories…'));
  await click(button('Continue with the other 2 lines'));
  await expect.element(dialog).toMatchTextContent('1 line with problems isn’t sent. It stays in the form.');
  expect(sent()).toEqual([2, 3].map((n) => ({ repo_id: n, target_namespace: 'acme', personal_access_token: secret })));
  await click(button('Import 2 repositories'));
  await press('{Escape}');
  await begin('queue');
  await expect.element(field('CSV')).toHaveValue('repo_id,new_name\n3,TWO');
  await expect.element(field(token)).toHaveValue('');
  await userEvent.keyboard('{Escape}');
});
