import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form as changeAllowlists } from '../../../src-renderer/pages/job-token-scope/forms/change-allowlists.ts';
import { renderPage } from '../console/render-page.ts';
import { click, fill } from '../click.ts';
import PageWithPlan from '../plan/PageWithPlan.svelte';
import { enter, field, givenReach, images, inDialog, shown, warehouse, website } from './rig.ts';

async function bulkForm() {
  const rendered = await renderPage(PageWithPlan, {
    ...givenReach(),
    props: { shown: FormHost, own: { make: changeAllowlists, target: 'acme/core', onclose: () => undefined } },
  });
  await expect.element(field('Projects to change')).toHaveValue('acme/core');
  const nothingSent = (): void => expect(rendered.calls('changes.plan')).toEqual([]);
  return { ...rendered, nothingSent };
}
const showPlan = () => click(inDialog('Change allowlists…'));

test('a change without entries or with lines that are no projects is explained at the field', async () => {
  const { nothingSent } = await bulkForm();
  await expect.element(shown('No changes yet: enter entries and projects.')).toBeVisible();
  await showPlan();
  await expect.element(shown('Enter at least one project or group.')).toBeVisible();
  await enter('Projects to add', String(warehouse.id));
  await fill(field('Projects to change'), '7\nnot a project');
  await expect.element(shown(/“not a project” is not a project/)).toBeVisible();
  await fill(field('Projects to change'), '');
  await expect.element(shown('Enter at least one project.')).toBeVisible();
  await fill(field('Projects to change'), String(warehouse.id));
  await showPlan();
  await expect
    .element(shown(/^No changes: a project can’t be added to the allowlist of the same project/))
    .toBeVisible();
  await expect.element(field('Projects to change')).toHaveFocus();
  nothingSent();
});

test('an entry that is both added and removed is refused, also if one is an ID and the other a path', async () => {
  const { nothingSent } = await bulkForm();
  await enter('Projects to add', String(warehouse.id));
  await enter('Projects to remove', 'other/warehouse');
  await showPlan();
  await expect.element(shown('other/warehouse is both added and removed.')).toBeVisible();
  await expect.element(field('Projects to remove')).toHaveFocus();
  nothingSent();
});

test('the same entries for several projects are one plan, without the entry of a project in its own allowlist', async () => {
  const { calls } = await bulkForm();
  await enter('Projects to add', String(warehouse.id));
  await enter('Projects to remove', String(website.id));
  await fill(field('Projects to change'), ['acme/core', images.id, website.id].join('\n'));
  await expect.element(shown('At most 6 changes: 3 projects × 2 entries.')).toBeVisible();
  await showPlan();
  await expect.element(inDialog(/^Change 5 allowlist entries/)).toBeVisible();
  await expect
    .element(
      shown('The allowlists of 3 projects will change. While an allowlist is on, jobs that need a removed entry'),
    )
    .toBeVisible();
  const [plan] = calls('changes.plan') as { calls: { op: string; path: Record<string, unknown>; body?: object }[] }[];
  expect(
    plan?.calls.map(({ op, path, body }) => [op, Number(path.id), Number({ ...path, ...body }.target_project_id)]),
  ).toEqual([
    ['job-token-scope.addProject', 7, warehouse.id],
    ['job-token-scope.removeProject', 7, website.id],
    ['job-token-scope.addProject', 9, warehouse.id],
    ['job-token-scope.removeProject', 9, website.id],
    ['job-token-scope.addProject', 8, warehouse.id],
  ]);
  expect(calls('changes.apply')).toEqual([]);
});

test('all known projects are entered with one button', async () => {
  await bulkForm();
  await click(page.getByRole('button', { name: 'Enter all 4 known projects' }));
  const all = ['acme/core', 'acme/website', 'acme/tools/images', 'other/warehouse'];
  await expect.element(field('Projects to change')).toHaveValue(all.join('\n'));
});
