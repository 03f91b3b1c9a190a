import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import EnterpriseUsersPage from '../../../src-renderer/pages/enterprise-users/EnterpriseUsersPage.svelte';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import UsersPage from '../../../src-renderer/pages/users/UsersPage.svelte';
import { fakeList, listAnswers, type FakeList } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';
import { fakeRunners } from './fake-runners.ts';
import { cell, renderPage } from './render-page.ts';

const group = sampleEntry({ key: 1, kind: 'group', id: 42, ref: 42, scope: 'group:42', path: 'corp' });
const person = (id: number) => ({ id, username: `user-${id}`, name: `User ${id}`, state: 'active' });
const lists: [string, Component, FakeList][] = [
  ['runners', RunnersPage, fakeRunners(2)],
  ['users', UsersPage, fakeList([person(1), person(2)])],
  ['enterpriseUsers', EnterpriseUsersPage, fakeList([person(1), person(2)], { scope: 'group:42' })],
];

for (const [section, console, list] of lists) {
  test(`a row whose fields are shortened is marked: ${section}`, async () => {
    const [first, ...rest] = list.rows;
    if (first === undefined) throw new Error('no row');
    list.rows = [{ ...first, isCut: true }, ...rest];
    const { stores, table } = await renderPage(console, {
      answers: { [section]: listAnswers<'runners'>(list) },
      world: { catalogue: [group] },
    });
    if (section === 'enterpriseUsers') {
      await expect.poll(() => stores.scope.isReady).toBe(true);
      await stores.scope.choose(group);
    }
    await table();
    const marks = page.getByRole('grid').getByTitle(/Open it to see all fields/);
    await expect.element(marks.first()).toBeVisible();
    await expect.element(marks.first()).toMatchTextContent(/^\s*Shortened\s*$/);
    const indexes = marks.elements().map((mark) => mark.closest('[role="row"]')?.getAttribute('data-index'));
    expect(new Set(indexes)).toEqual(new Set(['0']));
  });
}

test('an empty cell of a shortened row says that the row must be opened to see all fields', async () => {
  const list = fakeRunners(2);
  list.rows = list.rows.map((one, at) =>
    at === 0 ? { ...one, isCut: true as const } : { ...one, row: { ...one.row, version: '18.1' } },
  );
  const { table } = await renderPage(RunnersPage, {
    answers: { runners: listAnswers<'runners'>(list) },
    path: '/runners',
  });
  await table();
  const absent = cell(0, 'version');
  expect(absent.textContent.trim()).toBe('…Shortened');
  expect(absent.querySelector('[title*="Open it to see all fields"]')).not.toBeNull();
});
