import { Pin, type PinDepth } from '#shared/contract/pins.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import CoveragePage from '../../../src-renderer/pages/coverage/CoveragePage.svelte';
import { click, fill } from '../click.ts';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { sampleConnection } from '../samples.ts';

const noGaps = { lists: 0, requests: 0, isGuess: false };
const quota = { usedBytes: 40_000_000, quotaBytes: 5_368_709_120, fileBytes: 209_715_200 };
const depth = (given: Partial<PinDepth>): PinDepth => ({
  ...{ depth: 'facts', isChosen: true, items: 86, stored: 86, refused: 0, requests: 86, bytes: 4_300_000 },
  ...{ isGuess: false, gaps: 0 },
  ...given,
});
const problem = {
  ...{ depth: 'text' as const, problem: 'missing' as const, label: 'Notes of acme/core#1187', scope: 'project:7' },
  ...{ place: 'acme/core', status: 404, reason: null as string | null, at: Date.now() },
};
const pin = (given: Partial<Pin> = {}): Pin =>
  Pin.parse({
    ...{ id: 1, target: { kind: 'place', scope: 'project:7' }, label: 'acme/core', state: 'ready', isWaiting: false },
    depths: [
      depth({}),
      depth({ depth: 'text', items: 329, stored: 326, refused: 3 }),
      depth({ depth: 'files', isChosen: false }),
    ],
    ...{
      ref: 'HEAD',
      fileBytes: null,
      range: 'all',
      gaps: { lists: 0, requests: 0, isGuess: false },
      createdAt: 1,
      filledAt: Date.now(),
      staleAt: null,
      everyMs: 14_400_000,
      missing: 0,
    },
    ...{ problems: 1, absent: 0, named: [problem], failure: null },
    ...given,
  });

const manyProblems = Array.from({ length: 250 }, (_, at) => ({
  ...problem,
  ...{ problem: 'refused' as const, label: `Snippet\t${at + 1}`, status: 403, reason: 'role' },
}));

function answersOf(pins: readonly Pin[]) {
  const estimate = {
    depths: [depth({ isGuess: true }), depth({ depth: 'text', requests: 1 }), depth({ depth: 'files' })],
    places: 12,
  };
  const same = (): Pin => pins[0] ?? pin();
  return {
    coverage: {
      list: () => ({
        ...{ total: 0, isCapped: false, from: 0, rows: [], revision: 1, queryMs: 1, counts: {}, places: 1 },
      }),
    },
    pins: {
      list: () => ({ pins: [...pins], gaps: pins[0]?.gaps ?? noGaps, quota }),
      estimate: () => ({ ...estimate, quota }),
      problems: ({ slice }: { slice: { from: number; count: number } }) => ({
        total: manyProblems.length,
        rows: manyProblems.slice(slice.from, slice.from + slice.count),
      }),
      pin: same,
      pause: same,
      resume: same,
      refill: same,
      fetchGaps: same,
      remove: () => ({ removed: true }),
    },
  };
}
const open = (pins: readonly Pin[], world = {}) =>
  renderPage(CoveragePage, { path: '/coverage', answers: answersOf(pins), world });

test('a pin shows how much is stored, and names each refused item with its code', async () => {
  await open([pin()]);
  await expect.element(page.getByText('412 of 415, 3 refused')).toBeVisible();
  await click(page.getByRole('button', { name: 'acme/core', exact: true }));
  await expect
    .element(page.getByText('Notes of acme/core#1187: not found on the instance; content stored before is kept (404)'))
    .toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Not pinned' })).toBeVisible();
  await expect.element(page.getByText(/38\.1 MB of 5 GB in all pins/)).toBeVisible();
});

test('all problems of a pin are reachable with place and reason, also if they have the same name, and are copied', async () => {
  const named = [problem, problem, ...manyProblems.slice(0, 18)];
  await open([pin({ problems: 248, absent: 2, named })]);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await click(page.getByRole('button', { name: 'acme/core', exact: true }));
  await click(page.getByText('Not stored (250)'));
  await expect
    .element(
      page.getByText('Notes of acme/core#1187: not found on the instance; content stored before is kept (404)').nth(1),
    )
    .toBeVisible();
  await expect.element(page.getByText('Snippet 18 (acme/core): refused (403)')).toBeInTheDocument();
  await expect.element(page.getByText('This token’s user lacks the required role.').first()).toBeVisible();
  await click(page.getByRole('button', { name: 'Show 100 more' }));
  await expect.element(page.getByText('120 of 250 shown')).toBeVisible();
  await click(page.getByRole('button', { name: 'Show 100 more' }));
  await click(page.getByRole('button', { name: 'Show 30 more' }));
  await expect.element(page.getByText('Snippet 250 (acme/core): refused (403)')).toBeInTheDocument();
  await click(page.getByRole('button', { name: 'Copy 250 items' }));
  await eventually(() => expect(copied).toHaveBeenCalledOnce());
  const lines = copied.mock.calls[0]?.[0].split('\n') ?? [];
  expect(lines).toHaveLength(251);
  expect(lines[1]?.split('\t').slice(0, 6)).toEqual([
    ...['text', 'Snippet 1', 'acme/core', 'refused', '403', 'This token’s user lacks the required role.'],
  ]);
});

test('hostile names in a pin and its problems are text with marked overrides, and do not hide what happened', async () => {
  const name = '<img src=x onerror="document.title=1">\u202Egpj.exe';
  const drawn = '<img src=x onerror="document.title=1">⟨U+202E⟩gpj.exe';
  const hostile = {
    ...problem,
    place: `acme/${name}`,
    label: `Notes of ${name}`,
    status: 403,
    reason: `\u2066${name}`,
  };
  const long = { ...hostile, problem: 'failed' as const, label: `${name}${'x'.repeat(5_000)}` };
  await open([pin({ label: name, problems: 3, named: [hostile, { ...hostile, problem: 'refused' }, long] })]);
  await click(page.getByRole('button', { name: drawn, exact: true }));
  const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect
    .element(line('not found on the instance; content stored before is kept (403)'))
    .toHaveTextContent(
      `Notes of ${drawn} (acme/${drawn}): not found on the instance; content stored before is kept (403)`,
    );
  await expect.element(line('refused (403)')).toMatchTextContent(/\): refused \(403\)/);
  await expect.element(line('failed (403)')).toMatchTextContent(/⟨U\+202E⟩gpj\.exex+.*\): failed \(403\)/);
  const main = document.querySelector('main');
  expect(main?.querySelector('img')).toBeNull();
  expect(main?.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(main?.textContent.length).toBeLessThan(10_000);
  await click(page.getByRole('button', { name: `Actions for the pin ${drawn}` }));
  await click(page.getByRole('menuitem', { name: 'Remove pin…' }));
  await expect.element(page.getByRole('dialog')).toMatchTextContent(`Remove the pin ${drawn}?`);
  await click(page.getByRole('button', { name: 'Cancel' }));
});

test('a pin shows the interval of its refreshes, or that it is not refreshed automatically', async () => {
  await open([pin({ everyMs: 172_800_000 }), pin({ id: 2, label: 'acme/other', everyMs: null })]);
  await click(page.getByRole('button', { name: 'acme/core', exact: true }));
  await expect.element(page.getByText(/refreshed every 48 h/)).toBeVisible();
  await click(page.getByRole('button', { name: 'acme/other', exact: true }));
  await expect.element(page.getByText(/not refreshed automatically/)).toBeVisible();
});

test('a pin that was never filled says so, also in its details', async () => {
  await open([pin({ state: 'filling', filledAt: null })]);
  await click(page.getByRole('button', { name: 'acme/core', exact: true }));
  await expect.element(page.getByText(/refreshed every 4 h · Not filled yet$/)).toBeVisible();
});

test('a pin above the quota says what is missing, and that nothing was deleted', async () => {
  await open([pin({ state: 'over-quota', missing: 7 })]);
  await click(page.getByRole('button', { name: 'acme/core', exact: true }));
  await expect.element(page.getByText('7 items are missing because of the quota. Nothing was deleted.')).toBeVisible();
});

test('a pin with gaps is not ready; its gaps can be shown in Coverage, and fetched with the number of requests that the button names', async () => {
  const gaps = { lists: 126, requests: 340, isGuess: false };
  const { calls } = await open([pin({ state: 'incomplete', problems: 0, named: [], gaps })]);
  await expect.element(page.getByText('Ready except 126 lists')).toBeVisible();
  await click(page.getByRole('button', { name: 'Fetch now (340 requests)' }));
  await eventually(() => expect(calls('pins.fetchGaps')).toEqual([{ id: 1 }]));
  await click(page.getByRole('link', { name: 'Show 126 lists of acme/core in Coverage' }));
  await eventually(() => expect(calls('coverage.list').at(-1)).toMatchObject({ query: { pin: 1 } }));
  await click(page.getByRole('button', { name: 'Remove filter: Gaps of the pin acme/core' }));
  await eventually(() => expect(calls('coverage.list').at(-1)).not.toMatchObject({ query: { pin: 1 } }));
});

test('gaps that can’t be fetched have no button, and each depth shows its number of gaps', async () => {
  const depths = [depth({ gaps: 1 }), depth({ depth: 'text' }), depth({ depth: 'files', isChosen: false })];
  const gaps = { lists: 1, requests: 0, isGuess: false };
  await open([pin({ state: 'incomplete', problems: 0, named: [], gaps, depths })]);
  await click(page.getByRole('button', { name: 'acme/core', exact: true }));
  await expect.element(page.getByText('Ready except 1 list')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: '1 list not complete' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Fetch now/ }).elements()).toEqual([]);
});

test('a pin is paused, continued and removed from its menu', async () => {
  const { calls } = await open([pin()]);
  const choose = async (name: string): Promise<void> => {
    await click(page.getByRole('button', { name: 'Actions for the pin acme/core' }));
    await click(page.getByRole('menuitem', { name }));
  };
  await choose('Pause');
  await eventually(() => expect(calls('pins.pause')).toEqual([{ id: 1 }]));
  await choose('Remove pin…');
  await expect
    .element(page.getByText(/^Files, artifacts and contents of snippets stay until stored files exceed/))
    .toBeVisible();
  await click(page.getByRole('button', { name: 'Cancel' }));
  expect(calls('pins.remove')).toEqual([]);
  await choose('Remove pin…');
  await click(page.getByRole('button', { name: 'Remove pin', exact: true }));
  await eventually(() => expect(calls('pins.remove')).toEqual([{ id: 1 }]));
});

test('everything is pinned after its estimate and the quota were shown', async () => {
  const { calls } = await open([]);
  await expect.element(page.getByText(/^Nothing is pinned yet\./)).toBeVisible();
  await click(page.getByRole('button', { name: 'Make everything available offline…' }));
  await expect.element(page.getByText('12 groups and projects')).toBeVisible();
  await expect.element(page.getByText('Total: at least 173 requests, about 12.3 MB')).toBeVisible();
  await expect.element(page.getByText(/^Projects that the lists name are added while the pin is filled/)).toBeVisible();
  const text = (notes: string) => page.getByText(`${notes}, deliveries, wiki, snippets: 1 request, 4.1 MB`);
  await expect.element(text('All notes and context commits')).toBeVisible();
  await click(page.getByText('Changed in the last 90 days'));
  await expect.element(text('Notes and context commits of the last 90 days')).toBeVisible();
  await eventually(() => expect(calls('pins.estimate').at(-1)).toMatchObject({ range: 'recent' }));
  await click(page.getByText('All', { exact: true }));
  expect(calls('pins.pin')).toEqual([]);
  await click(page.getByRole('button', { name: 'Pin', exact: true }));
  await eventually(() =>
    expect(calls('pins.pin')).toEqual([
      {
        target: { kind: 'place', scope: '' },
        depths: ['facts', 'text', 'files'],
        ...{ ref: 'HEAD', fileBytes: null, range: 'all' },
      },
    ]),
  );
});

test('the largest file of a pin is that of the settings, can be changed, and is checked before the pin is saved', async () => {
  const { calls } = await open([pin({ fileBytes: 52_428_800, depths: [depth({}), depth({ depth: 'files' })] })]);
  const edit = async (): Promise<void> => {
    await click(page.getByRole('button', { name: 'Actions for the pin acme/core' }));
    await click(page.getByRole('menuitem', { name: 'Edit pin…' }));
  };
  const limit = page.getByLabelText('Largest file in MB');
  const save = page.getByRole('button', { name: 'Save pin' });
  const saved = {
    target: { kind: 'place', scope: 'project:7' },
    depths: ['facts', 'files'],
    ref: 'HEAD',
    range: 'all',
  };
  await edit();
  await expect.element(limit).toHaveValue('50');
  await expect.element(page.getByText(/the limit in Settings applies: 200 MB/)).toBeVisible();
  expect(page.getByText(/^Projects that the lists name/).elements()).toHaveLength(0);
  for (const bad of ['0', '-5', '1.5', 'NaN', '10241']) {
    await fill(limit, bad);
    await click(save);
    await expect.element(page.getByText('Enter a whole number of megabytes from 1 to 10,240.')).toBeVisible();
    await expect.element(limit).toHaveFocus();
  }
  expect(calls('pins.pin')).toEqual([]);
  await fill(limit, '2');
  await eventually(() =>
    expect(calls('pins.estimate').at(-1)).toMatchObject({ target: saved.target, ref: 'HEAD', fileBytes: 2_097_152 }),
  );
  await click(save);
  await eventually(() => expect(calls('pins.pin')).toEqual([{ ...saved, fileBytes: 2_097_152 }]));
  await edit();
  await fill(limit, '');
  await click(save);
  await eventually(() => expect(calls('pins.pin').at(-1)).toEqual({ ...saved, fileBytes: null }));
  await edit();
  await click(save);
  await eventually(() => expect(calls('pins.pin').at(-1)).toEqual({ ...saved, fileBytes: 52_428_800 }));
});

test('a pin that waits for the network says so', async () => {
  await open([pin({ state: 'filling', isWaiting: true })], {
    connection: sampleConnection({ state: 'offline', reason: 'connection-refused' }),
  });
  await expect.element(page.getByText('Waiting', { exact: true })).toBeVisible();
  await click(page.getByRole('button', { name: 'acme/core', exact: true }));
  await expect.element(page.getByText('Offline: the pin is filled when the instance answers.')).toBeVisible();
});
