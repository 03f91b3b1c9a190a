import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, fill } from '../click.ts';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { Preferences } from '#shared/contract/host.ts';
import EnterpriseUsersPage from '../../../src-renderer/pages/enterprise-users/EnterpriseUsersPage.svelte';
import { pushRulesStateOf } from '../../../src-renderer/pages/push-rules/push-rules-state.svelte.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { eventually } from '../eventually.ts';
import { sampleEntry } from '../samples.ts';
import { box, renderPage } from './render-page.ts';

const people = [1, 2, 3].map((id) => ({ id, username: `person-${id}`, name: `Person ${id}`, state: 'active' }));

/** The page of a chosen group that is known only by its path. `learnId` makes its id known. */
async function groupByPath() {
  const byPath = sampleEntry({ key: 1, kind: 'group', ref: 'corp', scope: 'group:corp', id: null, path: 'corp' });
  let entry: CatalogueEntry = byPath;
  const scopes = { p1: { group: byPath.scope, project: null, recent: [] } };
  const all = await renderPage(EnterpriseUsersPage, {
    path: '/enterprise-users',
    world: { catalogue: [byPath], preferences: Preferences.parse({ scopes }) },
    answers: {
      catalogue: { get: () => entry },
      enterpriseUsers: listAnswers<'enterpriseUsers'>(fakeList(people, { scope: byPath.scope })),
    },
  });
  return {
    ...all,
    learnId: () => {
      entry = { ...byPath, ref: 42, scope: 'group:42', id: 42 };
      all.core.emit('catalogue', 'changed', { revision: 2 });
    },
  };
}

test('when the id of a group becomes known, the selection, the search and an open form are kept', async () => {
  const { table, calls, learnId } = await groupByPath();
  await table();
  await fill(page.getByRole('toolbar').getByRole('textbox'), 'person');
  await eventually(() => box(0));
  await click(box(0));
  await click(page.getByRole('button', { name: 'Edit…' }));
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true });
  await fill(name, 'Half a na');
  learnId();
  await eventually(() =>
    expect(calls('enterpriseUsers.list')).toContainEqual(
      expect.objectContaining({ query: expect.objectContaining({ scope: 'group:42', search: 'person' }) as unknown }),
    ),
  );
  await expect.element(name).toHaveValue('Half a na');
  expect(document.body.textContent).toContain('1 selected');
});

test('when the id of a group becomes known, the draft of its push rule is kept', async () => {
  const { stores, learnId } = await groupByPath();
  await eventually(() => expect(stores.scope.group).not.toBeNull());
  const draftOf = () => pushRulesStateOf(stores, stores.scope.group as CatalogueEntry);
  const before = draftOf();
  learnId();
  await eventually(() => expect(stores.scope.current).toBe('group:42'));
  expect(draftOf()).toBe(before);
});
