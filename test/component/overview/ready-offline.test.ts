import { Pin, type PinGaps } from '#shared/contract/pins.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ReadyOffline from '../../../src-renderer/console/pin/ReadyOffline.svelte';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { expectDisabled } from '../page-rig.ts';
import { sampleStatus } from '../samples.ts';

const complete: PinGaps = { lists: 0, requests: 0, isGuess: false };
const pin = (id: number, over: Partial<Pin> = {}): Pin =>
  Pin.parse({
    ...{
      id,
      target: { kind: 'place', scope: `project:${id}` },
      label: `acme/p${id}`,
      state: 'ready',
      isWaiting: false,
    },
    ...{ depths: [], ref: 'HEAD', fileBytes: null, range: 'all', createdAt: 1, filledAt: Date.now(), staleAt: null },
    ...{ everyMs: null, missing: 0, problems: 0, absent: 0, named: [], gaps: complete },
    ...{ failure: null, ...over },
  });
const lacking = (id: number, lists: number, requests: number): Pin =>
  pin(id, { state: 'incomplete', gaps: { lists, requests, isGuess: false } });
const quota = { usedBytes: 0, quotaBytes: 1, fileBytes: 1 };
const shown = (pins: readonly Pin[], gaps: PinGaps = complete, world = {}) =>
  renderPage(ReadyOffline, {
    answers: { pins: { list: () => ({ pins: [...pins], gaps, quota }), fetchGaps: ({ id }) => pin(id) } },
    world,
  });
const line = () => page.getByRole('status');

test('without pins, there is no line', async () => {
  const { calls } = await shown([]);
  await eventually(() => expect(calls('pins.list')).not.toEqual([]));
  expect(line().elements()).toEqual([]);
});

test('if everything is stored, the line says so', async () => {
  await shown([pin(1), pin(2)]);
  await expect.element(line()).toMatchTextContent(/Ready offline: everything that is pinned is stored\./);
  expect(line().getByRole('button').elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});

test('a list of two pins counts once, and one button fetches the gaps of all pins that have some', async () => {
  const pins = [lacking(1, 3, 12), pin(2), lacking(3, 2, 8), lacking(4, 1, 0)];
  const { calls } = await shown(pins, { lists: 4, requests: 15, isGuess: false });
  await expect.element(line()).toMatchTextContent(/Not ready offline: 4 lists aren’t complete\./);
  expect(page.getByRole('link', { name: 'Show the pins in Coverage' }).element().getAttribute('href')).toBe(
    '#/coverage',
  );
  await click(page.getByRole('button', { name: 'Fetch now (15 requests)' }));
  await eventually(() => expect(calls('pins.fetchGaps')).toEqual([{ id: 1 }, { id: 3 }]));
});

test('gaps that no request can fill have no button', async () => {
  await shown([lacking(1, 1, 0)], { lists: 1, requests: 0, isGuess: false });
  await expect.element(line()).toMatchTextContent(/1 list isn’t complete, and nothing more can be fetched\./);
  expect(page.getByRole('link', { name: 'Show 1 list of acme/p1 in Coverage' }).elements()).toHaveLength(1);
  expect(line().getByRole('button').elements()).toEqual([]);
});

test.each([
  ['was never filled', { filledAt: null, state: 'paused' }],
  ['has items over the quota', { missing: 2 }],
  ['has items that could not be stored', { problems: 1 }],
] as const)('a pin that %s is not ready, also if no list is incomplete', async (_, over) => {
  await shown([pin(1), pin(2, over)]);
  await expect.element(line()).toMatchTextContent(/Not ready offline: some pinned items aren’t stored\./);
});

test('while pins are filled, the line says how many, and starts nothing', async () => {
  await shown([pin(1, { state: 'filling' }), lacking(2, 3, 12)], { lists: 3, requests: 12, isGuess: false });
  await expect.element(line()).toMatchTextContent(/Filling 1 of 2 pins\./);
  expect(line().getByRole('button').elements()).toEqual([]);
});

test('offline, the button is disabled and says why', async () => {
  await shown(
    [lacking(1, 3, 12)],
    { lists: 3, requests: 12, isGuess: false },
    { status: sampleStatus({ isOnline: false }) },
  );
  await expectDisabled(page.getByRole('button', { name: 'Fetch now (12 requests)' }), /Requires the network/);
});
