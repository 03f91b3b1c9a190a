import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../axe.ts';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import NotesHost from './NotesHost.svelte';

const scope = 'project:7/snippet:5';
const moment = (minute: number): string => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString();
const note = (id: number, fields: object = {}) => ({
  id,
  body: `Note **${id}**`,
  author: { id: 1, username: 'mei', name: 'Mei Weber' },
  created_at: moment(id),
  updated_at: moment(id),
  system: false,
  ...fields,
});

async function shown(rows: readonly Record<string, unknown>[]) {
  const list = fakeList(rows, { scope });
  const rendered = await renderPage(NotesHost, { answers: { notes: listAnswers<'notes'>(list) } });
  return { ...rendered, list };
}
const items = () => [...document.querySelectorAll<HTMLElement>('ol > li[aria-posinset]')];
const article = (name: string) => page.getByRole('article', { name, exact: true });

test('comments, internal notes and notes of the platform are told apart', async () => {
  await shown([
    note(1),
    note(2, { internal: true, body: 'Not for customers' }),
    note(3, { system: true, body: 'changed title from **a** to **b**\nmore' }),
    note(4, { imported: true, imported_from: 'tracker', updated_at: moment(9) }),
  ]);
  await expect.poll(() => items().length).toBe(4);
  const [first, second, third, fourth] = items();
  expect(first?.querySelector('strong')?.textContent).toBe('1');
  expect(second?.textContent).toContain('Internal');
  expect(first?.textContent).not.toContain('Internal');
  expect(third?.offsetHeight).toBe(24);
  expect(third?.querySelector('article')).toBeNull();
  expect(third?.textContent).toContain('changed title');
  expect(third?.textContent).not.toContain('more');
  expect(fourth?.textContent).toContain('Imported from tracker');
  expect(fourth?.textContent).toContain('edited');
  expect(await violations()).toEqual([]);
});

test('hostile names and texts are shown as text', async () => {
  const name = '<img src=x onerror="document.title=1">\u202Eeve';
  await shown([
    note(1, { author: { id: 1, username: 'e\u200Bve', name }, body: '<script>1</script>\n\n[x](javascript:1)' }),
    note(2, { author: { id: 1, username: 'eve', name }, system: true, body: `assigned to \u202E<b>me</b>` }),
  ]);
  const drawn = '<img src=x onerror="document.title=1">⟨U+202E⟩eve';
  await expect.element(article(`Note by ${drawn}`)).toBeVisible();
  expect(document.querySelector('main img, main script, main b')).toBeNull();
  expect(document.querySelector('main a')).toBeNull();
  expect(document.querySelector('main')?.textContent).not.toMatch(/[\u202e\u200b]/);
});

test('of 5,000 notes only the visible ones are rendered, down to the last one', async () => {
  await shown(Array.from({ length: 5_000 }, (_, at) => note(at + 1, { system: at % 3 === 0 })));
  await expect.poll(() => items().length).toBeGreaterThan(5);
  expect(items()[0]?.getAttribute('aria-setsize')).toBe('5000');
  const scroller = document.querySelector<HTMLElement>('.page');
  if (scroller === null) throw new Error('no page');
  expect(scroller.scrollHeight).toBeGreaterThan(200_000);
  scroller.scrollTop = scroller.scrollHeight / 2;
  await expect.poll(() => Number(items()[0]?.getAttribute('aria-posinset'))).toBeGreaterThan(1_000);
  await expect.poll(() => items().some((one) => one.textContent.includes('Note'))).toBe(true);
  expect(items().length).toBeLessThan(60);
  await expect
    .poll(() => {
      scroller.scrollTop = scroller.scrollHeight;
      return items().at(-1)?.getAttribute('aria-posinset');
    })
    .toBe('5000');
});

test('a segment shows only comments or only notes of the platform, and the order can be reversed', async () => {
  await shown([note(1), note(2, { system: true, body: 'locked this discussion' }), note(3)]);
  await expect.poll(() => items().length).toBe(3);
  await page.getByRole('button', { name: /^Comments/ }).click();
  await expect.poll(() => items().length).toBe(2);
  await page.getByRole('button', { name: /Oldest first/ }).click();
  await expect.poll(() => items()[0]?.textContent).toContain('3');
  await page.getByRole('button', { name: /^Activity/ }).click();
  await expect
    .poll(() =>
      items()
        .map((one) => one.textContent)
        .join(''),
    )
    .toContain('locked this discussion');
});

test('notes that were never synced are offered for syncing, and an empty thread says that it has none', async () => {
  const { list, core, calls } = await shown([]);
  await expect.element(page.getByText('This snippet has no notes.')).toBeVisible();
  list.readAt = {};
  list.revision += 1;
  core.emit('notes', 'changed', { revision: list.revision });
  await expect.element(page.getByText('The notes were never synced.')).toBeVisible();
  await page.getByRole('button', { name: 'Sync notes', exact: true }).click();
  await expect.poll(() => calls('jobs.sync')).toEqual([{ collection: 'notes', scope }]);
});

test('the whole text of a note that was shortened in the list is loaded', async () => {
  const { list } = await shown([note(1, { body: `${'x'.repeat(2_000)} the end` })]);
  const [row] = list.rows;
  if (row === undefined) throw new Error('no row');
  list.rows = [{ ...row, isCut: true }];
  await expect.element(article('Note by Mei Weber')).toMatchTextContent(/the end/);
});
