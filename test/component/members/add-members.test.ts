import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import AccessPage from '../../../src-renderer/pages/access/AccessPage.svelte';
import MembersPage from '../../../src-renderer/pages/members/MembersPage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, chosen, expectDisabled, reasonOf, run } from '../page-rig.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';

const scope = 'project:7';
const member = (id: number, level: number) => ({
  ...{ id, username: `user${id}`, name: `User ${id}`, state: 'active', access_level: level, is_direct: true },
});
const inProject = chosen({ kind: 'project', id: 7, path: 'corp/api' });
const dialog = page.getByRole('dialog');
const people = dialog.getByRole('textbox', { name: 'People' });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

async function members(world: object = {}): Promise<RenderedPage> {
  const rendered = await renderPage(MembersPage, {
    path: '/members',
    hasPlans: true,
    answers: { members: listAnswers<'members'>(fakeList([member(1, 40)], { scope })) },
    world: { ...inProject, writes: sampleWrites(), ...world },
  });
  await rendered.table();
  return rendered;
}

test('each person becomes one write: a number is an ID, and a leading @ is not part of a username', async () => {
  const rendered = await members();
  const { calls } = rendered;
  await run(rendered, 'members.add');
  await expect.element(dialog.getByLabelText('Project', { exact: true })).toHaveValue('corp/api');
  await userEvent.type(people, '@outsider,12,');
  await click(button('Add members…'));
  await expect.element(dialog).toMatchTextContent('They get the role Developer in corp/api. This can’t be undone');
  const [planned] = calls('changes.plan') as { calls: object[] }[];
  expect(planned?.calls).toMatchObject([
    { op: 'members.create', path: { id: 7 }, body: { username: 'outsider', access_level: 30 } },
    { op: 'members.create', path: { id: 7 }, body: { user_id: 12, access_level: 30 } },
  ]);
});

test.each([
  ['documented', 'No access'],
  ['gitlab', 'Guest'],
] as const)('in the dialect %s, the lowest level of a new member is %s', async (dialect, lowest) => {
  const rendered = await members({ profiles: [sampleProfile({ dialect })] });
  await run(rendered, 'members.add');
  await click(dialog.getByRole('combobox', { name: 'Level' }));
  await expect.element(page.getByRole('option').first()).toMatchTextContent(lowest);
});

test('a day that does not exist or is over is explained at its field, and nothing is planned', async () => {
  const rendered = await members();
  const { calls } = rendered;
  await run(rendered, 'members.add');
  await userEvent.type(people, 'outsider,');
  const day = dialog.getByLabelText('Expires', { exact: true });
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard('2030-02-31');
  await click(button('Add members…'));
  await expect.element(day).toHaveAccessibleDescription(/This date doesn’t exist\./);
  await fill(day, '2020-01-01');
  await click(button('Add members…'));
  await expect.element(day).toHaveAccessibleDescription(/Choose a date in the future\./);
  expect(calls('changes.plan')).toEqual([]);
});

test('members can’t be changed or removed, and the action says where they can', async () => {
  const rendered = await members();
  await rendered.press('{Home}');
  await eventually(() => expect(reasonOf(rendered, 'members.remove')).toMatch(/Do this on the instance\./));
});

test('without a chosen project, members are added to the project that is entered in the form', async () => {
  const rendered = await renderPage(MembersPage, {
    path: '/members',
    hasPlans: true,
    answers: { members: listAnswers<'members'>(fakeList([])) },
    world: { writes: sampleWrites() },
  });
  await run(rendered, 'members.add');
  await click(button('Add members…'));
  const project = dialog.getByLabelText('Project', { exact: true });
  await expect.element(project).toHaveAccessibleDescription(/Project is required\./);
  await userEvent.type(people, 'outsider,12,');
  await fill(project, 'corp/web');
  await click(button('Add members…'));
  await expect.element(dialog).toMatchTextContent('They get the role Developer in corp/web.');
  const [planned] = rendered.calls('changes.plan') as { calls: object[] }[];
  expect(planned?.calls).toMatchObject([{ path: { id: 'corp/web' } }, { path: { id: 'corp/web' } }]);
});

test.each(cannotWrite)('%s, no member can be added, and the button says why', async (_, world, reason) => {
  await members(world);
  await expectDisabled(page.getByRole('button', { name: 'Add members…' }), reason);
});

test('the access page lists the memberships of all projects, and “Above Maintainer” asks for higher roles only', async () => {
  const other = sampleEntry({ key: 2, kind: 'project', id: 8, path: 'corp/web' });
  const list = fakeList([member(1, 40), member(2, 50)], { scope });
  list.rows = [...list.rows, ...fakeList([member(1, 50)], { scope: 'project:8', firstKey: 9 }).rows];
  const { calls, table } = await renderPage(AccessPage, {
    path: '/access',
    answers: { members: listAnswers<'members'>(list) },
    world: { ...inProject, catalogue: [...(inProject.catalogue as never[]), other] },
  });
  await table();
  await expect.element(page.getByRole('grid')).toMatchTextContent('corp/web');
  await click(page.getByRole('button', { name: 'View: All' }));
  await click(page.getByRole('menuitemcheckbox', { name: 'Above Maintainer' }));
  await eventually(() =>
    expect(calls('members.list').at(-1)).toMatchObject({
      query: { scope: null, filter: { access_level_min: 41 } },
    }),
  );
});
