import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { click } from '../click.ts';
import { rig } from '../users/rig.ts';

const saved = (name: string, query: unknown) => ({
  ...{ id: 'v1', table: 'users', name, query, version: 2, createdAt: 1 },
});

async function show(view: ReturnType<typeof saved> | null, path = '/users') {
  const { core, table } = await rig({ path, world: { views: view === null ? [] : [view] } });
  await table();
  const lists = () => core.calls.filter(({ verb }) => verb === 'users.list');
  return () => lists().map(({ input }) => (input as { query: { filter: object } }).query.filter);
}
const message = () => messages.shown[0];
const pill = (name: string) => page.getByRole('button', { name, exact: true });

test('a saved view with an unknown field is shown, and is applied without it only after a click', async () => {
  const filters = await show(saved('Future', { filter: { blocked: true, mood: 'good' } }));
  await click(pill('Future'));
  await expect.poll(() => message()?.title).toBe('“Future” was not applied');
  expect(message()?.text).toContain('“mood”');
  expect(filters().some((filter) => 'blocked' in filter)).toBe(false);
  // It can still be renamed and deleted
  await expect.element(page.getByRole('button', { name: 'View Future' })).toBeVisible();
  message()?.action?.run();
  await expect.poll(() => filters().at(-1)).toEqual({ blocked: true });
  await expect.element(pill('Future')).toHaveAttribute('aria-pressed', 'false');
});

test.each([
  ['an unknown value', { filter: { two_factor: 'maybe' } }, '“two_factor”'],
  ['an unknown sort column', { filter: { blocked: true }, sort: { by: 'mood', direction: 'asc' } }, '“mood”'],
  ['something unreadable', 5, 'can’t read'],
])('a saved view with %s is shown, and says so before it is applied', async (_, query, text) => {
  const filters = await show(saved('Mine', query));
  await click(pill('Mine'));
  await expect.poll(() => message()?.text).toContain(text);
  expect(filters().every((filter) => Object.keys(filter).length === 0)).toBe(true);
});

test('a link with an unknown filter is not applied without a question', async () => {
  const view = encodeURIComponent(JSON.stringify({ filter: { blocked: true, mood: 'good' } }));
  const filters = await show(null, `/users?view=${view}`);
  await expect.poll(() => message()?.title).toBe('The view in the address was not applied');
  expect(filters().some((filter) => 'blocked' in filter)).toBe(false);
  message()?.action?.run();
  await expect.poll(() => filters().at(-1)).toEqual({ blocked: true });
});
