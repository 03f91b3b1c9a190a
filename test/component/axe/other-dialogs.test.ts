import { test } from 'vitest';
import { page } from 'vitest/browser';
import ExportDialog from '../../../src-renderer/console/export/ExportDialog.svelte';
import { form as pinForm } from '../../../src-renderer/console/pin/pin-form.svelte.ts';
import UnpinDialog from '../../../src-renderer/console/pin/UnpinDialog.svelte';
import { form as editNote } from '../../../src-renderer/console/thread/edit-note.svelte.ts';
import { form as nameView } from '../../../src-renderer/console/list/name-view.ts';
import ImportDialog from '../../../src-renderer/pages/catalogue/ImportDialog.svelte';
import ProbesDialog from '../../../src-renderer/pages/catalogue/ProbesDialog.svelte';
import { form as addExport } from '../../../src-renderer/pages/dependency-exports/add-export.ts';
import { form as newExport } from '../../../src-renderer/pages/dependency-exports/new-export.ts';
import LookUpDialog from '../../../src-renderer/pages/keys/LookUpDialog.svelte';
import SyncChoice from '../../../src-renderer/pages/overview/setup/SyncChoice.svelte';
import LostProfiles from '../../../src-renderer/pages/profiles/LostProfiles.svelte';
import LostRowsNotice from '../../../src-renderer/pages/activity/LostRowsNotice.svelte';
import { form as passphraseForm } from '../../../src-renderer/pages/settings/passphrase-form.ts';
import { form as shorterHistoryForm } from '../../../src-renderer/pages/settings/shorter-history.ts';
import { click } from '../click.ts';
import { sampleJob } from '../samples.ts';
import { dialogOf, expectNoFindings, formOf, scope } from './dialogs.ts';

const press = (name: string) => () => click(page.getByRole('button', { name }).first());
const depth = { items: 86, stored: 86, refused: 0, requests: 86, bytes: 9_000_000_000, isGuess: true };
const quota = { usedBytes: 40_000_000, quotaBytes: 5_368_709_120, fileBytes: 209_715_200 };
const depths = (['facts', 'text', 'files'] as const).map((one) => ({ ...depth, depth: one }));
const pins = {
  list: () => ({ pins: [], gaps: { lists: 0, requests: 0, isGuess: false }, quota }),
  estimate: () => ({ depths, places: 12, quota }) as never,
};
const probe = {
  ...{ name: 'groups', endpoint: 'GET /groups', outcome: 'offered', status: 200, detail: null, rows: 9 },
  isCapped: false,
  checkedAt: 1,
};
const lost = {
  id: '3f1c2b4a-0',
  name: 'Old',
  url: 'https://old.example',
  path: '/data/old',
  sizeBytes: 9,
  changedAt: 1,
};
const lostRows = ['project:7', 'group:5'].map((at, number) =>
  sampleJob({
    ...{ id: `j${number}`, kind: 'lists.crawl', input: { collection: 'members', scope: at }, notReturnedFound: 40 },
    ...{ state: 'needs-person', asks: 'not-returned', lanes: [] },
  }),
);
const note = { id: 1, body: 'Old **text**', author: { id: 1, username: 'mei', name: 'Mei' }, system: false };
const nowhere = { kind: 'project', path: '' } as const;
const pasted = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA';

test('axe finds nothing in dialogs of pins, views, exports and notes', async () => {
  await expectNoFindings({
    'pins.pin': formOf(
      pinForm,
      { target: { kind: 'place', scope: 'group:42' }, label: 'corp', depths: ['facts', 'files'] },
      {
        answers: { pins },
        shows: /12 /,
        fill: { 'Largest file in MB': 'x' },
      },
    ),
    UnpinDialog: dialogOf(UnpinDialog, { pin: { label: 'corp' } as never }, { answers: { pins }, isRefused: false }),
    'views.save': formOf(nameView, { view: null, taken: [], onsave: () => Promise.resolve() }),
    ExportDialog: dialogOf(
      ExportDialog,
      {
        formats: ['csv', 'json'],
        ...{ title: 'Export users', label: 'Export 20 users', onanswer: () => undefined },
        columns: ['Name', 'Email'].map((title) => ({ id: title, title, isChosen: title === 'Name' })),
      },
      { isRefused: false },
    ),
    'notes.edit': formOf(
      editNote,
      {
        entry: { row: note, key: 1, scope: `${scope}/issue:3`, fetchedAt: 0, notReturnedSince: null } as never,
        writes: {
          path: {},
          create: 'notes.createOnIssue',
          edit: 'notes.editOfIssue',
          remove: null,
          hasInternal: true,
          place: 'issue #3',
        } as never,
        ...({ op: 'notes.editOfIssue', base: null } as const),
      },
      { fill: { Text: '' } },
    ),
    'exports.add': formOf(addExport, { ...{ list: {} as never, onadded: () => undefined }, place: nowhere }),
    'exports.new': formOf(newExport, {
      place: nowhere,
      pipelines: () => Promise.resolve({ found: 0, rows: [] }),
    }),
  });
});

test('axe finds nothing in dialogs of the catalogue, keys, setup, instances and settings', async () => {
  await expectNoFindings({
    ImportDialog: dialogOf(ImportDialog, { pageState: {} as never }, { isRefused: false }),
    ProbesDialog: dialogOf(
      ProbesDialog,
      { pageState: { list: { summary: { probes: [probe] } } } as never },
      { isRefused: false },
    ),
    'LookUpDialog, with a private key': dialogOf(LookUpDialog, { pasted }, { isRefused: false }),
    SyncChoice: dialogOf(
      SyncChoice,
      {
        setup: { steps: [], off: { collections: ['users', 'runners'], places: ['group:acme'] } } as never,
      },
      { isRefused: false },
    ),
    'settings.passphrase': formOf(passphraseForm, null),
    'history.shorter': formOf(
      shorterHistoryForm,
      { collection: 'users', months: 3, save: async () => undefined },
      { isRefused: false },
    ),
    LostProfiles: dialogOf(
      LostProfiles,
      {},
      { answers: { profiles: { lost: () => ({ lost: [lost] }) } }, opener: press('Delete…') },
    ),
    LostRowsNotice: dialogOf(
      LostRowsNotice,
      { jobs: lostRows },
      { isRefused: false, opener: press('Mark all as not returned…') },
    ),
    NotReturnedDialog: dialogOf(
      LostRowsNotice,
      { jobs: lostRows },
      { isRefused: false, opener: press('Mark as not returned…') },
    ),
  });
});
