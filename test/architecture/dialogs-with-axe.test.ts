import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const tests = join(root, 'test/component');

/** Dialogs that a component test in another folder checks with axe, with the path of the test. */
const elsewhere: Readonly<Record<string, string>> = {
  'pages/catalogue/AddedDialog.svelte': 'shell/axe.test.ts',
  'pages/catalogue/add-places.ts': 'shell/axe.test.ts',
};
/** Dialogs on which other dialogs are built, with a component that shows each. */
const parts: Readonly<Record<string, string>> = {
  'console/forms/FormDialog.svelte': 'pages/members/add-members.ts',
  'console/forms/FormHost.svelte': 'pages/members/add-members.ts',
  'pages/activity/NotReturnedDialog.svelte': 'pages/activity/LostRowsNotice.svelte',
  'pages/code/files/forms/CommitDialog.svelte': 'pages/code/files/forms/EditFile.svelte',
};
/** `axe/plans.test.ts` shows them by applying plans. */
const ofPlans = ['console/plan/dialog/LeaveDialog.svelte', 'console/plan/dialog/PlanDialog.svelte'];

const isDialog = /<(?:Dialog|FormDialog|CommitDialog|ConfirmByName)\b|^export function form[(<]/m;
const dialogs = ['pages', 'console'].flatMap((folder) =>
  readdirSync(join(root, 'src-renderer', folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:svelte|ts)$/.test(file))
    .filter((file) => isDialog.test(readFileSync(join(root, 'src-renderer', file), 'utf8'))),
);

test('axe checks each dialog and form in a component test', () => {
  const folder = join(tests, 'axe');
  const checks = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const isChecked = (file: string): boolean => checks.includes(`src-renderer/${file}'`);
  const unchecked = dialogs.filter((file) => {
    if (ofPlans.includes(file)) return false;
    const other = elsewhere[file];
    if (other !== undefined) return !/\bviolations/.test(readFileSync(join(tests, other), 'utf8'));
    return !isChecked(parts[file] ?? file);
  });
  expect(unchecked).toEqual([]);
  const known = [...Object.keys(elsewhere), ...Object.keys(parts), ...ofPlans];
  expect(known.filter((file) => !dialogs.includes(file))).toEqual([]);
});
