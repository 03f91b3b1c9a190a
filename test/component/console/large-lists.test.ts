import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import { Failure } from '#shared/errors.ts';
import EnterpriseUsersPage from '../../../src-renderer/pages/enterprise-users/EnterpriseUsersPage.svelte';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { fakeList, listAnswers, type FakeList } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';
import { fakeRunners } from './fake-runners.ts';
import { box, cell, renderPage, type RenderedPage } from './render-page.ts';

const group = sampleEntry({ key: 1, kind: 'group', id: 42, ref: 42, scope: 'group:42', path: 'corp' });
/** Maximum number of rendered rows: the visible ones and some on either side. */
const mostRendered = 80;

function people(size: number): FakeList {
  const rows = Array.from({ length: size }, (_, at) => ({
    id: at + 1,
    username: `person-${at + 1}`,
    name: `Person ${String(at + 1).padStart(6, '0')}`,
    state: 'active',
    email: `person-${at + 1}@corp.example`,
    two_factor_enabled: true,
  }));
  return fakeList(rows, { scope: 'group:42' });
}

const tooMany = (): never => {
  throw new Failure('invalid', 'more than 5000 rows', { reason: 'too-many-rows', field: 'selection' });
};
const consoles: [string, Component, (size: number) => FakeList, string][] = [
  ['runners', RunnersPage, fakeRunners, 'Pause…'],
  ['enterpriseUsers', EnterpriseUsersPage, people, 'Disable 2FA…'],
];

async function shown(collection: string, console: Component, list: FakeList): Promise<RenderedPage> {
  const answers = { [collection]: listAnswers<'runners'>(list), changes: { plan: tooMany } };
  const one = await renderPage(console, {
    answers,
    path: collection === 'runners' ? '/runners' : '/enterprise-users',
    world: { catalogue: [group] },
  });
  if (collection === 'runners') return one;
  await eventually(() => expect(one.stores.scope.isReady).toBe(true));
  await one.stores.scope.choose(group);
  return one;
}
const rendered = (): number => document.querySelectorAll('[data-index]').length;

for (const [collection, console, make, action] of consoles) {
  // More than a plan can have
  for (const size of [5_001]) {
    test(`${collection}, ${size} rows: only a few are rendered and requested, a key goes to the last row, and all matching rows can be selected`, async () => {
      const { table, press, calls } = await shown(collection, console, make(size));
      await table();
      const total = size.toLocaleString('en-US');
      const count = page.getByRole('toolbar').getByRole('status').filter({ hasText: total });
      await expect.element(count).toBeVisible();
      expect(rendered()).toBeGreaterThan(5);
      expect(rendered()).toBeLessThan(mostRendered);
      expect(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')).toBe(String(size + 1));
      await press('{Control>}{End}{/Control}');
      await eventually(() => cell(size - 1));
      expect(rendered()).toBeLessThan(mostRendered);
      await press('{Control>}{Home}{/Control}');
      await eventually(() => cell(0));
      await click(box(1));
      await click(page.getByRole('button', { name: `Select all ${total} matching` }));
      await click(page.getByRole('button', { name: action, exact: true }));
      await expect.element(page.getByText(/A plan can have at most 5,000 rows, and more are selected/)).toBeVisible();
      expect(calls('changes.plan')).toMatchObject([{ onRows: { selection: { kind: 'all', except: [] } } }]);
      const asked = calls(`${collection}.list`) as { slice: { count: number } }[];
      expect(Math.max(...asked.map(({ slice }) => slice.count))).toBeLessThanOrEqual(200);
    });
  }
}
