import type { JobTokenReach } from '#shared/contract/job-token-reach.ts';
import { test } from 'vitest';
import { form as createBranch } from '../../../src-renderer/pages/branches/forms/create-branch.ts';
import DeleteBranches from '../../../src-renderer/pages/branches/forms/DeleteBranches.svelte';
import DeleteMerged from '../../../src-renderer/pages/branches/forms/DeleteMerged.svelte';
import { form as protectBranches } from '../../../src-renderer/pages/branches/forms/protect-branches.ts';
import EditFile from '../../../src-renderer/pages/code/files/forms/EditFile.svelte';
import RemoveFile from '../../../src-renderer/pages/code/files/forms/RemoveFile.svelte';
import { form as updateSubmodule } from '../../../src-renderer/pages/code/update-submodule.ts';
import { form as changeStatus } from '../../../src-renderer/pages/deployments/forms/change-status.ts';
import { form as createDeployment } from '../../../src-renderer/pages/deployments/forms/create-deployment.ts';
import { form as repairStuck } from '../../../src-renderer/pages/deployments/forms/repair-stuck.ts';
import { form as addContextCommits } from '../../../src-renderer/pages/merge-requests/add-context-commits.ts';
import { form as removeContextCommits } from '../../../src-renderer/pages/merge-requests/remove-context-commits.ts';
import { form as addToAllowlist } from '../../../src-renderer/pages/job-token-scope/forms/add-to-allowlist.ts';
import { form as changeAllowlists } from '../../../src-renderer/pages/job-token-scope/forms/change-allowlists.ts';
import { form as editSettings } from '../../../src-renderer/pages/notification-settings/forms/edit-settings.ts';
import EditSnippet from '../../../src-renderer/pages/snippets/forms/EditSnippet.svelte';
import { form as snippetForm } from '../../../src-renderer/pages/snippets/forms/snippet-form.ts';
import { form as deleteByAddress } from '../../../src-renderer/pages/uploads/delete-by-address.ts';
import { form as uploadFiles } from '../../../src-renderer/pages/uploads/upload-files.ts';
import { form as attachFile } from '../../../src-renderer/pages/wikis/forms/attach-file.ts';
import AttachedFile from '../../../src-renderer/pages/wikis/forms/AttachedFile.svelte';
import { form as movePage } from '../../../src-renderer/pages/wikis/forms/move-page.ts';
import { form as wikiForm } from '../../../src-renderer/pages/wikis/forms/wiki-form.ts';
import { click } from '../click.ts';
import { dialog, dialogOf, formOf, expectNoFindings, scope } from './dialogs.ts';

const sha = 'a'.repeat(40);
const project = 'corp/platform/app';
const base = '/p/7/wiki';
const version = {
  ...{ ref: 'main', text: 'first\nsecond\n', blobId: sha, sizeBytes: 13, isExecutable: false, isLfs: true },
  ...{ contentSha256: null, lastCommitId: sha, lastCommit: null },
};
const deployment = (id: number, status: string) => ({
  row: { id, iid: id, ref: 'main', sha, status, environment: { id: 1, name: 'production' } },
  ...{ key: id, scope, fetchedAt: 0, notReturnedSince: null },
});
const synced = { syncedAt: 1_000, refusal: null };
const reach: JobTokenReach = {
  ...{ path: project, flag: { inbound: false, outbound: true }, syncedAt: 1_000, entries: [], rows: [] },
  lists: { flag: synced, projects: synced, groups: synced },
  counts: { into: 2, from: 0, unknownGroups: 0, broad: 0, dead: 0, projects: 4, synced: 1 },
};
const wikiPage = {
  slug: 'guides/setup',
  title: 'setup',
  format: 'markdown',
  content: '# Setup\n\nOld text',
  encoding: 'UTF-8',
};
const onsaved = (): void => undefined;
const newPage = { scope, page: () => null, slugs: () => new Set<string>(), base, onsaved };
const snippet = { id: 5, title: 'Rotate keys', description: 'How to', visibility: 'private' };
const file = (path: string, text: string | null) => ({ path, text, why: text === null ? ('missing' as const) : null });
const view = (name: string) => () => click(dialog().getByRole('button', { name, exact: true }));
const sync = { jobs: { sync: () => ({ id: 'j1', state: 'done' }) as never } };

test('axe finds nothing in forms of branches, submodules and files', async () => {
  await expectNoFindings({
    'branches.create': formOf(createBranch, { scope, project, from: null }, { fill: { Name: 'main' } }),
    'protected-branches.protect, new': formOf(protectBranches, { scope, project, names: null, leftOut: 0 }),
    'protected-branches.protect, two': formOf(
      protectBranches,
      { scope, project, names: ['fix/login', 'old'], leftOut: 1 },
      { isRefused: false },
    ),
    DeleteBranches: dialogOf(
      DeleteBranches,
      { scope, selection: { kind: 'ids', ids: [1, 2, 3] } },
      {
        isRefused: false,
        shows: /left out/,
      },
    ),
    DeleteMerged: dialogOf(
      DeleteMerged,
      { scope, project },
      { isRefused: false, answers: sync, shows: /will be deleted|couldn/i },
    ),
    'submodules.edit': formOf(
      updateSubmodule,
      { scope, project, path: null, branch: 'main', paths: ['vendor/lib'] },
      { fill: { 'Commit of the submodule': 'abc123' } },
    ),
    'EditFile, new': dialogOf(EditFile, { scope, refName: 'main', path: 'src/', version: null, submodules: [] }),
    EditFile: dialogOf(
      EditFile,
      { scope, refName: 'main', path: 'src/a.ts', version, submodules: [] },
      { isRefused: false },
    ),
    'EditFile, from disk': dialogOf(
      EditFile,
      { scope, refName: 'main', path: 'src/a.ts', version, submodules: [], isFromDisk: true },
      { isRefused: false },
    ),
    'RemoveFile, mode': dialogOf(
      RemoveFile,
      { kind: 'mode', scope, refName: 'main', path: 'src/a.ts', version },
      { isRefused: false },
    ),
    RemoveFile: dialogOf(
      RemoveFile,
      { kind: 'remove', scope, refName: 'main', path: 'src/a.ts', version },
      { fill: { 'Commit message': '' } },
    ),
  });
});

test('axe finds nothing in forms of snippets, wiki pages and uploads', async () => {
  await expectNoFindings({
    'snippets.create': formOf(snippetForm, { scope, whole: null }),
    'snippets.edit, with an unreadable file': formOf(
      snippetForm,
      { scope, whole: { snippet, files: [file('run.sh', 'echo 1\n'), file('gone.txt', null)] } as never },
      { fill: { Title: '' } },
    ),
    EditSnippet: dialogOf(EditSnippet, { scope, id: 5, title: 'Rotate keys' }, { isRefused: false }),
    'wikis.create': formOf(wikiForm, { ...newPage, beside: 'guides/setup' }),
    'wikis.edit, moved': formOf(
      wikiForm,
      { ...newPage, page: () => wikiPage as never },
      { fill: { Title: 'guides/other' }, isRefused: false },
    ),
    'wikis.edit, preview': formOf(
      wikiForm,
      { ...newPage, page: () => wikiPage as never },
      { isRefused: false, act: view('Preview') },
    ),
    'wikis.edit, changes': formOf(
      wikiForm,
      { ...newPage, page: () => wikiPage as never },
      { isRefused: false, act: view('Changes') },
    ),
    'wikis.edit, path': formOf(
      movePage,
      { scope, page: wikiPage, slugs: () => new Set(['guides/other']), onsaved },
      { fill: { Title: 'guides/other' } },
    ),
    'wikis.attach': formOf(attachFile, scope),
    AttachedFile: dialogOf(AttachedFile, { name: 'a.png', link: '![a](uploads/a.png)' }, { isRefused: false }),
    'uploads.create': formOf(uploadFiles, scope),
    DeleteByAddress: formOf(deleteByAddress, scope),
  });
});

test('axe finds nothing in forms of deployments, allowlists, context commits and notifications', async () => {
  const two = [deployment(1, 'running'), deployment(2, 'created')];
  await expectNoFindings({
    'deployments.create': formOf(
      createDeployment,
      { scope, environments: ['production'] },
      { fill: { Environment: 'x' } },
    ),
    'deployments.edit': formOf(
      changeStatus,
      { selection: { kind: 'ids', ids: [1] }, count: 1, rows: two.slice(1) } as never,
      { isRefused: false },
    ),
    'deployments.edit, stuck': formOf(repairStuck, { scope, stuck: two as never, hours: 6 }),
    AddToAllowlist: formOf(addToAllowlist, { scope, reach }),
    ChangeAllowlists: formOf(changeAllowlists, project),
    'context-commits.add': formOf(addContextCommits, { scope: `${scope}/mr:3`, known: () => [] }),
    'context-commits.remove': formOf(removeContextCommits, {
      scope: `${scope}/mr:3`,
      listed: () => [{ id: sha, short_id: 'aaaaaaaa', title: 'Merge wraps' }],
    }),
    'EditSettings, custom events': formOf(
      editSettings,
      { scope, setting: { level: 'custom', events: { new_note: true } }, place: project },
      { isRefused: false },
    ),
    'EditSettings, global': formOf(
      editSettings,
      { scope: '', setting: { level: 'global', notification_email: 'ada@corp.example' }, place: null },
      { isRefused: false },
    ),
  });
});
