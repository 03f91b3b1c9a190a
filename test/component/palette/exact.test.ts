import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { LookUp, SearchHit } from '#shared/contract/search.ts';
import { Failure } from '#shared/errors.ts';
import { eventually } from '../eventually.ts';
import { fakeCore, type FakeAnswers } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleConnection, sampleJob, sampleUsers } from '../samples.ts';
import { goToHit } from '../../../src-renderer/app/palette/palette-hits.ts';
import type { Session } from '../../../src-renderer/link/session.svelte.ts';
import { createStores } from '../../../src-renderer/stores/context.ts';
import { violations } from '../axe.ts';
import { groups } from '../shell/places.ts';
import { callsOf, heading, openWindow } from '../shell/window.ts';

type Recognized = Awaited<ReturnType<Session['client']['search']['recognize']>>;
const nothing: Recognized = { hits: [], note: null };
const field = () => page.getByRole('combobox', { name: 'Command palette' });
const option = (name: RegExp) => page.getByRole('option', { name });
/** A hit that must be looked up. */
const wanted = (kind: 'person' | 'keys', title: string, lookUp: LookUp): { hits: SearchHit[] } => ({
  hits: [hit(kind, title, { title, fetchedAt: null, closeness: 4, lookUp })],
});
const hit = (kind: SearchHit['kind'], id: number | string, more: Partial<SearchHit> = {}): SearchHit => ({
  ...{ kind, key: Number(id) || 1, id, title: `${kind} ${id}`, about: null, scope: '', where: null, place: null },
  ...{ closeness: 0, fetchedAt: 0, ...more },
});

async function openPalette(
  recognize: (text: string) => Partial<Recognized> | Promise<Partial<Recognized>> = () => ({}),
  { answers = {}, world = {} }: { answers?: FakeAnswers; world?: Partial<FakeWorld> } = {},
) {
  const core = await openWindow({
    world: { catalogue: groups, ...world },
    answers: {
      ...answers,
      search: { recognize: async ({ text }) => ({ ...nothing, ...(await recognize(text)) }), ...answers.search },
    },
  });
  await expect.element(heading('Activity')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  return core;
}

beforeEach(() => page.viewport(1440, 900));

test('before anything is typed, the palette lists what can be typed, without axe findings', async () => {
  await openPalette();
  await expect.element(page.getByText(/by name, ID, @username, issue \(#12\)/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('Enter after an address waits for its result, and opens the issue on the page of its project', async () => {
  let answer = (): void => undefined;
  await openPalette(async (text) => {
    if (!text.endsWith('/issues/3')) return {};
    await new Promise<void>((resolve) => (answer = resolve));
    return { hits: [hit('issues', '#3', { scope: 'project:7', place: 'project:7/issue:3', fetchedAt: null })] };
  });
  const text = 'https://git.corp.example/corp/platform/app/-/issues/3';
  await field().fill(text);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await eventually(() => expect(answer).not.toBe(undefined));
  await expect.poll(() => (answer(), location.hash)).toBe('#/p/7/issues/3');
});

test.each([
  [
    hit('project', 7, { file: { ref: 'a/b', path: 'src/x y.ts', line: 4 } }),
    'code/files/src/x%20y.ts?ref=a%2Fb&line=4',
  ],
  [hit('commits', 'abcdef12', { fetchedAt: null }), 'code/commits?ref=abcdef12'],
  [hit('mergeRequests', '!9', { place: 'project:7/mr:9', fetchedAt: null }), 'merge-requests/9'],
  [hit('project', 7), 'summary'],
])('the page of %j opens', async (found, path) => {
  history.replaceState(null, '', '#/activity');
  await goToHit(createStores(fakeCore().session), { ...found, scope: 'project:7' });
  expect(location.hash).toBe(`#/p/7/${path}`);
});

test('#12 is the number of an issue, and an exact result is shown once', async () => {
  const issue = hit('issues', 901, { title: 'Broken build', place: 'project:7/issue:12', scope: 'project:7' });
  const core = await openPalette(() => ({ hits: [issue] }), {
    answers: { search: { find: ({ kinds = [] }) => ({ hits: kinds.includes('issues') ? [issue] : [], queryMs: 1 }) } },
  });
  await field().fill('#12');
  await expect.element(option(/Broken build/)).toBeVisible();
  expect(callsOf(core, 'search.recognize').at(-1)).toEqual({ text: '#12', near: '' });
  await expect.poll(() => page.getByRole('option', { name: /Broken build/ }).elements().length).toBe(1);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/p/7/issues/12');
});

test('with @, people are searched, and a username is recognized', async () => {
  const core = await openPalette();
  await field().fill('@kwame');
  await eventually(() =>
    expect(callsOf(core, 'search.find').at(-1)).toMatchObject({ words: 'kwame', kinds: ['person'] }),
  );
  expect(callsOf(core, 'search.recognize').at(-1)).toMatchObject({ text: '@kwame' });
});

test('a whole pasted key is recognized, also one of several lines', async () => {
  const core = await openPalette();
  const long = `ssh-rsa ${'A'.repeat(2_000)} ann@laptop`;
  await field().fill(long);
  await eventually(() => expect(callsOf(core, 'search.recognize').at(-1)).toMatchObject({ text: long }));
  expect(callsOf(core, 'search.find').filter((input) => (input as { words: string }).words === long)).toEqual([]);
  const pem = '-----BEGIN PUBLIC KEY-----\nAAAA\nBBBB\n-----END PUBLIC KEY-----';
  await field().fill('');
  paste(pem);
  await eventually(() => expect(callsOf(core, 'search.recognize').at(-1)).toMatchObject({ text: pem }));
});

test.each([false, true])('a private key is deleted and sent nowhere (pasted: %s)', async (isPasted) => {
  const core = await openPalette();
  const secret = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----';
  await expect.element(field()).toBeVisible();
  if (isPasted) paste(secret);
  else await field().fill(secret);
  await expect.element(page.getByText(/^This is a private key. Reeve removed it./)).toBeVisible();
  await expect.element(field()).toHaveValue('');
  expect(JSON.stringify(core.calls)).not.toContain('PRIVATE KEY');
  // For a moment, everything that follows counts as a part of the key
  await eventually(async () => {
    await field().fill('shared');
    expect(document.querySelector<HTMLInputElement>('.palette-input')?.value).toBe('shared');
  });
  await eventually(() => expect(callsOf(core, 'search.find').at(-1)).toMatchObject({ words: 'shared' }));
  await expect.element(page.getByText(/^This is a private key. Reeve removed it./)).not.toBeInTheDocument();
});

test('an address of another host is explained', async () => {
  await openPalette(() => ({ note: 'elsewhere.example isn’t the open instance.' }));
  await field().fill('https://elsewhere.example/a/b');
  await expect.element(page.getByRole('status').getByText('elsewhere.example isn’t the open instance.')).toBeVisible();
});

test('a user who is not cached is looked up and opened', async () => {
  const core = await openPalette(() => wanted('person', '@kwame', { user: 'kwame' }), {
    answers: { search: { userNamed: () => ({ id: 417 }) }, users: { refresh: () => ({ fetchedAt: 1 }) } },
  });
  await field().fill('@kwame');
  await expect.element(option(/Look up @kwame/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/people/417');
  expect(callsOf(core, 'users.refresh')).toEqual([{ scope: '', id: 417 }]);
});

test('a lookup that finds nothing says so', async () => {
  const missing = new Failure('missing', '404 Not found', { status: 404 });
  await openPalette(() => wanted('person', '999', { user: 999 }), {
    answers: { users: { refresh: () => Promise.reject(missing) } },
  });
  await field().fill('999');
  await option(/Look up 999/).click();
  await expect.element(page.getByText('Couldn’t look up 999.')).toBeVisible();
  await expect.element(page.getByText(/It was deleted, or this token can’t see it./)).toBeVisible();
  expect(location.hash).toBe('#/activity');
});

const key = { id: null, md5: null, sha256: 'abc', type: null, bits: null, comment: null };
const uncachedKey = wanted('keys', 'SHA256:abc', key);

test('a key that is not cached is looked up, and the list of keys shows it', async () => {
  const core = await openPalette(() => uncachedKey, { answers: { keys: { lookUp: () => sampleJob() } } });
  await field().fill('SHA256:abc');
  await option(/Look up SHA256:abc/).click();
  await expect.poll(() => decodeURIComponent(location.hash)).toMatch(/^#\/keys\?view=.*"fingerprints":\["abc"\]/);
  expect(callsOf(core, 'keys.lookUp')).toEqual([{ queries: [key] }]);
});

test('the page of a key that is not cached looks it up by its ID', async () => {
  const uncached = hit('keys', '417', { title: '417', fetchedAt: null, closeness: 4 });
  const core = await openPalette(() => ({ hits: [uncached] }), {
    answers: { keys: { refresh: () => ({ fetchedAt: 1 }) } },
  });
  await field().fill('417');
  await option(/Look up 417/).click();
  await expect.poll(() => location.hash).toBe('#/keys/417');
  await eventually(() => expect(callsOf(core, 'keys.refresh')).toMatchObject([{ scope: '', id: 417 }]));
});

test('a person with the typed name comes before a lookup of exactly this username', async () => {
  await openPalette(() => wanted('person', '@kwame', { user: 'kwame' }), { world: { users: sampleUsers(20) } });
  await field().fill('@kwame');
  await expect.element(option(/Look up @kwame/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/people/4');
});

test('offline, a lookup is disabled with the reason', async () => {
  const core = await openPalette(() => uncachedKey, {
    world: { connection: sampleConnection({ state: 'offline', reason: 'timed-out' }) },
  });
  await field().fill('SHA256:abc');
  await expect.element(option(/Look up SHA256:abc/)).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(callsOf(core, 'keys.lookUp')).toEqual([]);
});

test('with Ctrl, Enter opens a view in another window', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await openPalette();
  await field().fill('runners paused');
  await expect.element(option(/^Runners: Paused/)).toBeVisible();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{Control>}{Enter}{/Control}');
  await expect.poll(() => decodeURIComponent(String(opened.mock.lastCall?.[0]))).toContain('#/runners?view={"filter"');
  expect(location.hash).toBe('#/activity');
  opened.mockRestore();
});

test('built-in and saved views of lists are found and opened', async () => {
  const saved = { id: 'v1', table: 'users', name: 'Interns', version: 1, createdAt: 0, query: { search: 'intern' } };
  await openPalette(() => ({}), { world: { users: sampleUsers(3), views: [saved] } });
  await field().fill('interns');
  await expect.element(option(/^Users: Interns/)).toBeVisible();
  await field().fill('runners paused');
  await expect.element(option(/^Runners: Paused/)).toBeVisible();
  await field().fill('inter');
  await option(/^Users: Interns/).click();
  await expect.poll(() => decodeURIComponent(location.hash)).toContain('#/users?view={"search":"intern"');
});

function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const input = document.querySelector<HTMLInputElement>('.palette-input');
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  if (input === null || !input.dispatchEvent(event)) return;
  input.value = text.replaceAll(/[\r\n]/g, '');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
