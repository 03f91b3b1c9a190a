import { test } from 'vitest';
import { form as tokenForm } from '../../../src-renderer/pages/access-tokens/token-form.ts';
import { form as editUser } from '../../../src-renderer/pages/enterprise-users/edit-user.ts';
import { form as importForm } from '../../../src-renderer/pages/imports/import-form.ts';
import { form as queueImports } from '../../../src-renderer/pages/imports/queue-imports.svelte.ts';
import { form as addMembers } from '../../../src-renderer/pages/members/add-members.ts';
import { form as editMirror } from '../../../src-renderer/pages/remote-mirrors/edit-mirror.svelte.ts';
import { readQuery } from '../../../src-renderer/pages/changes/change-query.ts';
import { form as twoDays } from '../../../src-renderer/pages/changes/two-days.ts';
import { form as muteMirror } from '../../../src-renderer/pages/remote-mirrors/mute-mirror.ts';
import { form as editRunner } from '../../../src-renderer/pages/runners/edit/edit-runner.ts';
import { form as editRunners } from '../../../src-renderer/pages/runners/edit/edit-runners.ts';
import { form as registerRunner } from '../../../src-renderer/pages/runners/edit/register-runner.ts';
import { form as accountForm } from '../../../src-renderer/pages/service-accounts/account-form.ts';
import { form as addCertificate } from '../../../src-renderer/pages/ssh-certificates/add-certificate.ts';
import { form as createWebhook } from '../../../src-renderer/pages/webhooks/create-webhook.ts';
import { click } from '../click.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { dialog, formOf, expectNoFindings, scope } from './dialogs.ts';

const group = 'group:42';
const scoped = (row: object) => ({ row, key: 1, scope: group, fetchedAt: 0, notReturnedSince: null }) as never;
const account = { id: 8, name: 'Release bot', username: 'release-bot', email: 'bot@corp.example' };
const runner = {
  ...{ id: 7, description: 'build-7', paused: false, status: 'online', tag_list: ['linux'], run_untagged: true },
  ...{ locked: false, access_level: 'not_protected', maximum_timeout: 3_600, maintenance_note: null },
};
const token = { id: 3, name: 'deploy', scopes: ['api'], active: true, revoked: false, expires_at: '2027-01-01' };
const mirror = {
  ...{ id: 1, enabled: true, url: 'ssh://git@mirror.example/app.git', auth_method: 'ssh_public_key' },
  ...{ only_protected_branches: false, keep_divergent_refs: false, host_keys: [] },
};
const serviceAccounts = { serviceAccounts: listAnswers<'serviceAccounts'>(fakeList([account], { scope: group })) };
const problem = {
  ...{ line: 2, label: '#2', target: 'no where!/#2', body: {} },
  problems: [{ field: 'target_namespace', kind: 'invalid' as const, detail: 'path' }],
};

test('axe finds nothing in forms of accounts, tokens, members, certificates and webhooks', async () => {
  await expectNoFindings({
    'AccountForm, new': formOf(accountForm, { scope: group, account: null }, { fill: { Username: 'a b' } }),
    AccountForm: formOf(
      accountForm,
      { scope: group, account: account as never },
      { fill: { Name: '', Email: 'nowhere' } },
    ),
    'TokenForm, of any account': formOf(tokenForm, { scope: group, account: null }, { answers: serviceAccounts }),
    'TokenForm, replacement': formOf(
      tokenForm,
      { scope: group, account, original: token as never },
      { fill: { Name: '' } },
    ),
    EditUser: formOf(editUser, scoped({ id: 4, name: 'Yuki', username: 'yuki', email: 'yuki@corp.example' }), {
      fill: { Name: '' },
    }),
    AddMembers: formOf(addMembers, { scope }, { fill: { Expires: '2020-01-01' } }),
    AddToProject: formOf(addMembers, { scope: '', people: ['417'] }),
    AddCertificate: formOf(addCertificate, group),
    CreateWebhook: formOf(createWebhook, '', {
      act: () => click(dialog().getByRole('button', { name: 'Add variable' })),
    }),
  });
});

test('axe finds nothing in forms of runners, mirrors and imports', async () => {
  await expectNoFindings({
    RegisterRunner: formOf(registerRunner, { scope: '' } as never, { isRefused: false }),
    EditRunner: formOf(editRunner, runner as never, { isRefused: false }),
    EditRunners: formOf(
      editRunners,
      { picked: { selection: { kind: 'ids', ids: [7, 8] }, count: 2, rows: [] }, listState: { scope: '' } },
      { isRefused: false },
    ),
    'EditMirror, new': formOf(editMirror, { entry: null, project: null }),
    EditMirror: formOf(editMirror, { entry: { row: mirror as never, scope }, project: null }, { isRefused: false }),
    MuteMirror: formOf(
      muteMirror,
      { entry: { row: mirror as never, scope }, shown: {} as never },
      { isRefused: false },
    ),
    TwoDays: formOf(
      twoDays,
      { query: readQuery(new URLSearchParams()), onchoose: () => undefined },
      { isRefused: false },
    ),
    ImportForm: formOf(importForm, 'imports.fromCodehostA'),
    QueueImports: formOf(queueImports, null, {
      fill: { CSV: 'repo_id,target_namespace\n1,no where!' },
      isRefused: false,
      shows: /no where!\/#2/,
      answers: { imports: { read: () => ({ lines: [problem], problems: [] }) } },
    }),
  });
});
