import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const tests = join(root, 'test/component');

/** Dialogs on which other dialogs are built, with a component that shows each. */
const parts: Readonly<Record<string, string>> = {
  'console/forms/FormDialog.svelte': 'pages/members/add-members.ts',
  'console/forms/FormHost.svelte': 'pages/members/add-members.ts',
  'pages/activity/NotReturnedDialog.svelte': 'pages/activity/LostRowsNotice.svelte',
  'pages/code/files/forms/CommitDialog.svelte': 'pages/code/files/forms/EditFile.svelte',
};
/** Dialogs that `axe/plans.test.ts` opens by applying plans, or that `shell/axe.test.ts` opens in the whole window. */
const opened = [
  'console/plan/dialog/LeaveDialog.svelte',
  'console/plan/dialog/PlanDialog.svelte',
  'pages/catalogue/AddedDialog.svelte',
  'pages/catalogue/add-places.ts',
];

const isDialog = /<(?:Dialog|FormDialog|CommitDialog|ConfirmByName)\b|^export function form[(<]/m;
const dialogs = ['pages', 'console'].flatMap((folder) =>
  readdirSync(join(root, 'src-renderer', folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:svelte|ts)$/.test(file))
    .filter((file) => isDialog.test(readFileSync(join(root, 'src-renderer', file), 'utf8'))),
);

test('axe checks each dialog and form in a component test', () => {
  const checks = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(tests, file), 'utf8'))
    .filter((text) => /\b(?:expectNoFindings|violations)\(/.test(text))
    .join('\n');
  const isChecked = (file: string): boolean => checks.includes(`src-renderer/${file}'`);
  const unchecked = dialogs.filter((file) => !opened.includes(file) && !isChecked(parts[file] ?? file));
  const how =
    'No component test checks these with axe: pass them to `expectNoFindings` (test/component/axe/dialogs.ts).';
  expect(unchecked, how).toEqual([]);
  const known = [...Object.keys(parts), ...opened];
  expect(known.filter((file) => !dialogs.includes(file))).toEqual([]);
});
