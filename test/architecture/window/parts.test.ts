import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from '../imports.ts';

const root = process.cwd();
const window = sourceFiles(root)
  .filter((file) => /^src-renderer\/.*\.(svelte|ts)$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const inPages = window.filter(({ file }) => file.startsWith('src-renderer/pages/'));
const filesWith = (files: typeof window, pattern: RegExp): string[] =>
  files.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** The parts that show tables and pairs of a label and a value. */
const viewParts = [
  'src-renderer/components/views/SmallTable.svelte',
  'src-renderer/console/facts/Facts.svelte',
  'src-renderer/console/facts/Figures.svelte',
  'src-renderer/console/panel/PanelFacts.svelte',
];
/** Components with a table or a list of pairs that these parts cannot express. */
const withOwnMarkup: Readonly<Record<string, string>> = {
  'src-renderer/components/markdown/Blocks.svelte': 'Columns and cells come from the Markdown text.',
  'src-renderer/pages/notification-settings/EventList.svelte': 'Groups of events in columns.',
  'src-renderer/pages/notification-settings/SettingsOfScope.svelte': 'Figures with chips and a button.',
  'src-renderer/pages/wikis/forms/AttachedFile.svelte': 'Texts to copy, each with its button.',
};

/** Components outside of forms that use `Field` instead of `FormControl`, each with the reason. */
const withOwnFields: Readonly<Record<string, string>> = {
  'src-renderer/app/as-of/MomentDialog.svelte': 'A moment to show. It is not sent, and must not be kept.',
  'src-renderer/app/scope/ScopeAdd.svelte': 'Part of the first page, which loads no form.',
  'src-renderer/components/overlays/ConfirmByName.svelte': 'The typed name is not sent, and must not be kept.',
  'src-renderer/console/list/PlaceScreen.svelte': 'Part of the page of each list, which loads no form.',
  'src-renderer/console/plan/dialog/PlanOptions.svelte': 'The name that confirms a plan. It must not be kept.',
  'src-renderer/console/plan/dialog/PlanSecrets.svelte': 'Part of plans, which forms import.',
  'src-renderer/pages/settings/NoticeSettings.svelte': 'A setting: each time applies at once.',
};

test('tables and pairs are made by the view parts, except those with a reason', () => {
  const others = filesWith(window, /<(?:table|dl)\b/).filter((file) => !viewParts.includes(file));
  expect(others).toEqual(Object.keys(withOwnMarkup));
});

test('pages open forms and dialogs by the host, and load other parts with Lazy', () => {
  expect(filesWith(inPages, /\{#await import\(/)).toEqual([]);
});

test('forms are sent by one component', () => {
  expect(filesWith(window, /<Form\s/)).toEqual(['src-renderer/console/forms/FormDialog.svelte']);
});

test('fields are made by `FormControl`, except those with a reason', () => {
  const ownField = /<Field\s/;
  const others = filesWith(window, ownField).filter((file) => !file.startsWith('src-renderer/console/forms/'));
  expect(others).toEqual(Object.keys(withOwnFields));
  const form = { file: 'src-renderer/pages/x/X.svelte', text: '<Field\n  label={words.name}\n>' };
  const withControl = { file: 'src-renderer/pages/x/Y.svelte', text: '<FormControl field={name} />' };
  expect(filesWith([form, withControl], ownField)).toEqual([form.file]);
});

/** Each list page has the function `readFilter`, so a module that contains this text makes list pages. */
const listPageText = /\breadFilter: /;

test('one module makes all list pages, each with the view of rows that are no longer returned', () => {
  expect(filesWith(window, listPageText)).toEqual(['src-renderer/console/define-list.ts']);
  expect(filesWith(inPages, /notReturned: 'only'/)).toEqual([]);
});

test('the rule finds a list page that is written without `defineList`', () => {
  const text = "export const topicsList: ListSpec = { collection: 'topics', readFilter: () => null, views: [] };";
  const page = { file: 'src-renderer/pages/topics/topics-list.ts', text };
  expect(filesWith([...window, page], listPageText)).toContain(page.file);
});
