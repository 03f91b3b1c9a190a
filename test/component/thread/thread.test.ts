import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CoverageRefusal } from '#shared/contract/coverage.ts';
import type { Component } from 'svelte';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form as editNote } from '../../../src-renderer/console/thread/edit-note.svelte.ts';
import { click, fill } from '../click.ts';
import { violations } from '../axe.ts';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleConnection, sampleJob } from '../samples.ts';
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

async function shown(
  rows: readonly Record<string, unknown>[],
  {
    isNeverSynced = false,
    refusal,
    world = {},
  }: { isNeverSynced?: boolean; refusal?: CoverageRefusal; world?: Partial<FakeWorld> } = {},
) {
  const list = fakeList(rows, { scope });
  if (isNeverSynced) list.readAt = {};
  const summary = { live: 0, notReturned: 0, completedAt: null, unreadable: 0, counts: {}, refusal };
  const answers = { ...listAnswers<'notes'>(list), ...(refusal !== undefined && { summary: () => summary }) };
  const rendered = await renderPage(NotesHost, { answers: { notes: answers }, world });
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
  expect(document.querySelector('main a:not([href^="#/people/"])')).toBeNull();
  expect(document.querySelector('main')?.textContent).not.toMatch(/[\u202e\u200b]/);
});

test('of 5,000 notes only the visible ones are rendered', async () => {
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
});

/** The page of the notes, and the distance in px from the upper edge of the composer to the end of the last note. */
function scrolledPage() {
  const scroller = document.querySelector<HTMLElement>('.page');
  if (scroller === null) throw new Error('no page');
  const belowEdge = (): number | undefined => {
    const last = items().find((one) => one.getAttribute('aria-posinset') === one.getAttribute('aria-setsize'));
    if (last?.dataset['key'] === undefined) return undefined;
    const composer = document.querySelector('.composer');
    return Math.round(last.getBoundingClientRect().bottom - (composer?.getBoundingClientRect().top ?? 0));
  };
  return { scroller, belowEdge };
}
const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

test.each(['End', 'the scroll bar'])('%s leads to the end of 5,000 notes whose heights are unknown', async (way) => {
  const body = (at: number) =>
    Array.from({ length: at < 4_900 ? at % 9 : 20 }, (_, line) => `Line ${line} of ${at}`).join('\n\n');
  await shown(Array.from({ length: 5_000 }, (_, at) => note(at + 1, { body: body(at), system: at % 5 === 0 })));
  await expect.poll(() => items().length).toBeGreaterThan(5);
  const { scroller, belowEdge } = scrolledPage();
  if (way === 'End') {
    scroller.tabIndex = 0;
    scroller.focus();
    await userEvent.keyboard('{End}');
  } else scroller.scrollTop = scroller.scrollHeight;
  await expect.poll(belowEdge).toBe(0);
  await twoFrames();
  expect(belowEdge()).toBe(0);
  expect(items().length).toBeLessThan(60);
});

test('the end of a long last note stays visible while it is rendered, and "Show more" continues where it ended', async () => {
  const line = 'A line of a *long* note. ';
  const long = `${line.repeat(40)}\n\n`.repeat(110);
  await shown([...Array.from({ length: 50 }, (_, at) => note(at + 1)), note(51, { body: long })]);
  await expect.poll(() => items().length).toBeGreaterThan(5);
  const { scroller, belowEdge } = scrolledPage();
  scroller.scrollTop = scroller.scrollHeight;
  const more = page.getByRole('button', { name: 'Show more' });
  await expect.element(more).toBeVisible();
  await expect.poll(belowEdge).toBe(0);
  const pieces = [...document.querySelectorAll('[data-piece]')];
  const [read] = pieces.slice(-1);
  if (read === undefined) throw new Error('no piece');
  const top = (): number => read.getBoundingClientRect().top;
  // A piece that has just been rendered gets its real height in a later frame
  const movedInTwoFrames = async (): Promise<number> => {
    const before = top();
    await twoFrames();
    return top() - before;
  };
  await expect.poll(movedInTwoFrames).toBe(0);
  const before = top();
  await click(more);
  await expect.poll(() => document.querySelectorAll('[data-piece]').length).toBeGreaterThan(pieces.length + 20);
  // Less than the height of the line with the button
  await expect.poll(() => Math.abs(top() - before)).toBeLessThan(50);
});

test('the text of a long note stays in place while pieces of it above get their real heights', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at}`).join('\n\n');
  await shown([note(1, { body: lines(1_500) }), note(2)]);
  await expect.poll(() => document.querySelectorAll('[data-piece]').length).toBeGreaterThan(8);
  const { scroller, belowEdge } = scrolledPage();
  scroller.scrollTop = scroller.scrollHeight;
  await expect.poll(belowEdge).toBe(0);
  const top = (one: Element) => one.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  for (let step = 0; step < 12; step += 1) {
    const watched = [...document.querySelectorAll('[data-piece] p')].find((one) => top(one) >= 0 && top(one) < 600);
    if (watched === undefined) throw new Error('no paragraph in view');
    const before = top(watched);
    scroller.scrollTop -= 250;
    await twoFrames();
    await twoFrames();
    expect(Math.abs(top(watched) - before - 250)).toBeLessThan(4);
  }
});

test('a segment shows only comments or only notes of the platform, and the order can be reversed', async () => {
  await shown([note(1), note(2, { system: true, body: 'locked this discussion' }), note(3)]);
  await expect.poll(() => items().length).toBe(3);
  await click(page.getByRole('button', { name: /^Comments/ }));
  await expect.poll(() => items().length).toBe(2);
  await click(page.getByRole('button', { name: /Oldest first/ }));
  await expect.poll(() => items()[0]?.textContent).toContain('3');
  await click(page.getByRole('button', { name: /^Activity/ }));
  await expect
    .poll(() =>
      items()
        .map((one) => one.textContent)
        .join(''),
    )
    .toContain('locked this discussion');
});

test('the core is asked to sync notes that are shown, unless they were synced after the last change of the row', async () => {
  const { calls } = await shown([], { isNeverSynced: true });
  await expect.poll(() => calls('jobs.opened')).toEqual([{ collection: 'notes', scope, since: null }]);
  await expect.element(page.getByRole('button', { name: 'All', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Comments', exact: true })).toBeVisible();
});

test('offline, notes that were never synced say so, and the sync has its reason', async () => {
  const { calls } = await shown([], {
    isNeverSynced: true,
    world: { connection: sampleConnection({ state: 'offline', reason: 'timed-out' }) },
  });
  await expect.element(page.getByText('The notes have never been synced.')).toBeVisible();
  expect(calls('jobs.opened')).toEqual([]);
});

test('offline, notes that a pin could not sync say why', async () => {
  const refusal = { at: 1, status: 403, reason: 'role', message: '403 Forbidden' };
  await shown([], { isNeverSynced: true, refusal, world: { connection: sampleConnection({ state: 'offline' }) } });
  await expect.element(page.getByText('This token’s user lacks the required role.')).toBeVisible();
});

test('a failed sync is shown above the notes with what to do, and can be repeated', async () => {
  const failed = sampleJob({
    ...{ kind: 'lists.crawl', input: { collection: 'notes', scope }, state: 'failed', finishedAt: Date.now() },
    failure: { code: 'denied', message: '', status: 403, reportedMessage: '403 Forbidden' },
  });
  const { calls } = await shown([note(1)], { world: { jobs: [failed] } });
  await expect.element(page.getByText('Couldn’t sync the notes.')).toBeVisible();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/403 Forbidden/);
  await expect.poll(() => items().length).toBe(1);
  expect(await violations()).toEqual([]);
  await click(page.getByText('Sync notes again', { exact: true }));
  await expect.poll(() => calls('jobs.sync')).toEqual([{ collection: 'notes', scope }]);
});

test('a note that cannot be read is shown as it was sent', async () => {
  await shown([note(1), note(2, { body: { parts: ['</pre><b>x</b>'] } }), note(3, { system: 'no' })]);
  await expect.poll(() => items().length).toBe(3);
  await expect.element(page.getByText('Couldn’t be read').first()).toBeVisible();
  expect(items().map((one) => one.textContent.includes('Couldn’t be read'))).toEqual([false, true, true]);
  await click(page.getByText('Show as JSON').first());
  await expect.poll(() => document.querySelector('details[open] pre')?.textContent).toContain('</pre><b>x</b>');
  expect(document.querySelector('main b')).toBeNull();
  expect(await violations()).toEqual([]);
});

test('a text is found among 5,000 notes', async () => {
  const bodies = (at: number) => (at === 4_321 ? 'The gateway answers 504' : `Note ${at}`);
  const { press } = await shown(Array.from({ length: 5_000 }, (_, at) => note(at + 1, { body: bodies(at + 1) })));
  await expect.poll(() => items().length).toBeGreaterThan(5);
  await press('/');
  const field = page.getByRole('textbox', { name: 'Search notes' });
  await fill(field, 'gateway');
  await expect.poll(() => items().length).toBe(1);
  // The text of a note is drawn in a later frame
  await expect.poll(() => items()[0]?.textContent).toContain('The gateway answers 504');
  await fill(field, 'nothing has this');
  await expect.element(page.getByText('No notes contain “nothing has this”.')).toBeVisible();
  await click(page.getByRole('button', { name: 'Clear search' }).last());
  await expect.poll(() => items()[0]?.getAttribute('aria-setsize')).toBe('5000');
});

test('the first visible note stays in place while notes above it get their real heights', async () => {
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at}`).join('\n\n');
  await shown(Array.from({ length: 1_000 }, (_, at) => note(at + 1, { body: `Note ${at + 1}\n\n${lines}` })));
  await expect.poll(() => items().length).toBeGreaterThan(1);
  const scroller = document.querySelector<HTMLElement>('.page');
  if (scroller === null) throw new Error('no page');
  scroller.scrollTop = 40_000;
  const top = (one: Element) => one.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const inView = () => items().find((one) => one.dataset['key'] !== undefined && top(one) >= 0 && top(one) < 600);
  await expect.poll(() => inView()).toBeDefined();
  // Upwards, over notes that were never rendered
  for (let step = 0; step < 12; step += 1) {
    const watched = inView();
    if (watched === undefined) throw new Error('no note in view');
    const before = top(watched);
    scroller.scrollTop -= 150;
    await twoFrames();
    await twoFrames();
    expect(Math.abs(top(watched) - before - 150)).toBeLessThan(4);
  }
});

test('the whole text of a note that was shortened in the list is loaded', async () => {
  const { list } = await shown([note(1, { body: `${'x'.repeat(2_000)} the end` })]);
  const [row] = list.rows;
  if (row === undefined) throw new Error('no row');
  list.rows = [{ ...row, isCut: true }];
  await expect.element(article('Note by Mei Weber')).toMatchTextContent(/the end/);
});

test('when a note is edited, the focus is in its text', async () => {
  const target = {
    entry: { row: note(1), scope, key: 1, fetchedAt: 0, notReturnedSince: null },
    writes: { path: { id: 7, snippet_id: 5 }, place: 'snippet 5' },
    op: 'notes.editOfSnippet',
    base: null,
  };
  await renderPage(FormHost as Component<never>, { props: { make: editNote, target, onclose: () => undefined } });
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveFocus();
});
