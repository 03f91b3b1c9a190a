import { expect, test } from 'vitest';
import { fillPin, type FillNeeds } from '#main/services/pins/fill-pin.ts';
import type { PinItem, PinRefusal, PinSource, StoredResult } from '#main/services/pins/pin-source.ts';
import { pins } from '#main/state/pins.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { Failure } from '#shared/errors.ts';
import { fakeClock } from '../../helpers/fake-ports.ts';
import { databaseAt } from '../../state/migrations/database-at.ts';

const doc = {
  label: 'acme/core',
  view: null,
  depths: ['facts' as const],
  ref: 'HEAD',
  sums: {},
  missing: 0,
  fileBytes: null,
  range: 'all' as const,
  failure: null,
};

/** The sources of these tests send nothing. */
const verb = () => Promise.resolve();
const send = Object.assign(() => Promise.resolve(), { answer: verb, page: verb, rows: verb, bytes: verb, raw: verb });

/** A pin of ten items of 10 bytes. `store`: what a source does with an item. `refusals`: those that the cache knows. */
function pinOfTen(
  store: PinSource['store'] = () => Promise.resolve({ bytes: null }),
  refusals: ReadonlyMap<string, PinRefusal> = new Map(),
) {
  const table = pins(databaseAt(newestVersion));
  const clock = fakeClock();
  const pin = table.put('p1', 'project:7', doc, clock.now());
  const stored = new Set<string>();
  const asked: string[] = [];
  const source: PinSource = {
    name: 'ten',
    depth: 'facts',
    items: () =>
      Promise.resolve(
        Array.from({ length: 10 }, (_, at): PinItem => {
          const isStored = stored.has(String(at));
          const common = { scope: 'project:7/job:1', requests: 1, bytes: 10, isGuess: false };
          const [key, label] = [String(at), `item ${at}`];
          return { key, label, isStored, isNew: !isStored, refusal: refusals.get(key) ?? null, ...common };
        }),
      ),
    async store(item, needs, signal) {
      asked.push(item.key);
      const result = await store(item, needs, signal);
      if (result.problem === undefined) stored.add(item.key);
      return result;
    },
  };
  const fill = (given: Partial<FillNeeds> = {}) =>
    fillPin(table.get(pin.id) ?? pin, {
      ...{ instance: { send }, places: () => [], view: null, ref: 'HEAD', freshSince: 0, noted: () => [], clock },
      ...{ table, sources: [source], refusedSince: 0, othersBytes: 0, quotaBytes: 1_000, mostFileBytes: 1_000 },
      ...{ isOff: () => false, limits: { agreedRows: 0, freeBytes: () => Promise.resolve(null) } },
      ...{ ask: () => undefined, report: () => undefined, changed: () => undefined },
      signal: new AbortController().signal,
      ...given,
    } as FillNeeds);
  const problems = () => table.problems(pin.id, { from: 0, count: 100 });
  return { table, pin, clock, asked, fill, problems, now: () => table.get(pin.id) };
}

test('above the quota nothing new is stored, and the missing items are counted and named', async () => {
  const { fill, now, problems, asked } = pinOfTen();
  await fill({ quotaBytes: 100, othersBytes: 65 });
  expect(asked).toHaveLength(3);
  expect(now()?.doc).toMatchObject({ missing: 7, sums: { facts: { items: 10, stored: 3, bytes: 30 } } });
  expect(problems().rows[0]).toMatchObject({ problem: 'over-quota', label: 'item 3' });
  await fill({ quotaBytes: 1_000, othersBytes: 65 });
  expect(asked).toHaveLength(10);
  expect(now()?.doc.missing).toBe(0);
  expect(problems().total).toBe(0);
});

test('refused items are noted and not requested again before their time, and the others continue', async () => {
  const { fill, now, problems, asked, clock } = pinOfTen(({ key }) =>
    key === '4'
      ? Promise.reject(new Failure('denied', 'no', { status: 403, reason: 'role' }))
      : Promise.resolve({ bytes: null }),
  );
  await fill();
  expect(problems().rows).toMatchObject([{ label: 'item 4', problem: 'refused', status: 403, reason: 'role' }]);
  expect(now()?.doc.sums.facts).toMatchObject({ items: 10, stored: 9, refused: 1, bytes: 90 });
  await fill();
  expect(asked.filter((key) => key === '4')).toHaveLength(1);
  expect(now()?.doc.sums.facts).toMatchObject({ stored: 9, refused: 1 });
  await fill({ refusedSince: clock.now() + 1 });
  expect(asked.filter((key) => key === '4')).toHaveLength(2);
});

test('an item that another sync found refused is named with its code, without a request, until it is stored', async () => {
  const refusals = new Map([['4', { at: 5, status: 403, reason: 'role', message: null }]]);
  const { fill, now, problems, asked } = pinOfTen(undefined, refusals);
  await fill();
  expect(asked).not.toContain('4');
  expect(now()?.doc.sums.facts).toMatchObject({ items: 10, stored: 9, refused: 1 });
  expect(problems().rows).toMatchObject([{ label: 'item 4', problem: 'refused', status: 403, reason: 'role', at: 5 }]);
  refusals.clear();
  await fill({ refusedSince: 7 });
  expect(now()?.doc.sums.facts).toMatchObject({ stored: 10, refused: 0 });
  expect(problems().total).toBe(0);
});

test('a list with unreadable rows is stored with a problem, until a sync could read all of its rows', async () => {
  let problem: StoredResult['problem'] = { kind: 'unreadable', status: null, reason: null };
  const { fill, now, problems, pin, table } = pinOfTen(({ key }) =>
    Promise.resolve(key === '4' && problem !== undefined ? { bytes: 8, problem } : { bytes: null }),
  );
  await fill();
  expect(problems().rows).toMatchObject([{ label: 'item 4', problem: 'unreadable' }]);
  expect(now()?.doc.sums.facts).toMatchObject({ items: 10, stored: 9, refused: 1, bytes: 98 });
  expect(table.storedBytes(pin, 'ten')).toBe(98);
  problem = undefined;
  await fill();
  expect(problems().total).toBe(0);
  expect(now()?.doc.sums.facts).toMatchObject({ stored: 10, refused: 0 });
});

test('an item that does not exist is marked and not counted, and a failed one is requested again by the next fill', async () => {
  let isDown = true;
  const { fill, now, problems, asked } = pinOfTen(({ key }) => {
    if (key === '1') return Promise.reject(new Failure('missing', 'gone', { status: 404 }));
    return key === '2' && isDown
      ? Promise.reject(new Failure('remote', 'a fault', { status: 500 }))
      : Promise.resolve({ bytes: null });
  });
  await fill();
  expect(problems().rows).toMatchObject([
    { problem: 'missing', status: 404 },
    { problem: 'failed', status: 500 },
  ]);
  isDown = false;
  await fill();
  expect(asked.filter((key) => key === '2')).toHaveLength(2);
  expect(now()?.doc.sums.facts).toMatchObject({ items: 9, stored: 9, refused: 0 });
  expect(problems().rows).toMatchObject([{ label: 'item 1', problem: 'missing' }]);
});

test.each([
  ['offline', 'connection-lost'],
  ['remote', 'platform-down'],
] as const)('if one item fails with %s %s, the others are stored', async (code, reason) => {
  const { fill, now, asked } = pinOfTen(({ key }) =>
    key === '4' ? Promise.reject(new Failure(code, 'broken', { reason })) : Promise.resolve({ bytes: null }),
  );
  await fill();
  expect(now()?.doc.sums.facts).toMatchObject({ items: 10, stored: 9, refused: 1 });
  await fill();
  expect(asked.filter((key) => key === '4')).toHaveLength(2);
});

test('a failure of the network ends the fill, and the next one continues with what is left', async () => {
  let isOffline = true;
  const { table, pin, fill, now, asked } = pinOfTen(({ key }) =>
    key === '5' && isOffline ? Promise.reject(new Failure('offline', 'no network')) : Promise.resolve({ bytes: null }),
  );
  await expect(fill()).rejects.toMatchObject({ code: 'offline' });
  expect(now()?.filledAt).toBeNull();
  expect(now()?.doc.sums.facts).toMatchObject({ items: 10, stored: table.items(pin.id).length });
  isOffline = false;
  await fill();
  expect(now()?.doc.sums.facts).toMatchObject({ items: 10, stored: 10 });
  expect(asked.filter((key) => key === '0')).toHaveLength(1);
});

test('while a request is held back, the progress contains the items that were stored before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fill, now, clock } = pinOfTen(async ({ key }) => {
    if (key === '5') await promise;
    return { bytes: null };
  });
  const filling = fill();
  await new Promise(setImmediate);
  await clock.advance(3_000);
  expect(now()?.doc.sums.facts).toMatchObject({ items: 10, stored: 9 });
  resolve();
  await filling;
});

test('a pin that is removed while it is filled stays removed', async () => {
  const removing = pinOfTen(() => {
    removing.table.remove(removing.pin.id);
    return Promise.reject(new Failure('denied', 'no', { status: 403 }));
  });
  await removing.fill();
  expect(removing.now()).toBeNull();
  expect(removing.problems().total).toBe(0);
});

test('an item that another pin has stored counts once for the quota', async () => {
  const { table, fill, now, pin, clock, asked } = pinOfTen();
  const other = table.put('p1', 'group:1', doc, clock.now());
  const shared = ['0', '1', '2'].map((key) => ({ source: 'ten', depth: 'facts' as const, key, bytes: 10, at: 1 }));
  table.putStored(other.id, shared);
  await fill({ quotaBytes: 100, othersBytes: 65 });
  // 35 bytes are left: the three shared items need none of them
  expect(asked).toHaveLength(6);
  expect(now()?.doc).toMatchObject({ missing: 4, sums: { facts: { stored: 6, bytes: 60 } } });
  expect(table.sharedBytes()).toBe(30);
  expect(table.sharedBytes(pin.id)).toBe(0);
});

test('an item that turns out to be larger than what is left of the quota is not stored, and named as over quota', async () => {
  const limits: number[] = [];
  const { fill, now, problems } = pinOfTen(({ key }, { mostFileBytes }) => {
    limits.push(mostFileBytes);
    return Promise.resolve(
      key === '9'
        ? { bytes: 0, problem: { kind: 'too-large', status: null, reason: 'too-large' } as const }
        : { bytes: null },
    );
  });
  await fill({ quotaBytes: 500, mostFileBytes: 1_000 });
  expect(Math.max(...limits)).toBeLessThanOrEqual(500);
  expect(Math.min(...limits)).toBeLessThanOrEqual(430);
  expect(problems().rows).toMatchObject([{ label: 'item 9', problem: 'over-quota' }]);
  expect(now()?.doc).toMatchObject({ missing: 1, sums: { facts: { stored: 9, refused: 0, bytes: 90 } } });
  await fill({ quotaBytes: 5_000, mostFileBytes: 1_000 });
  expect(problems().rows).toMatchObject([{ label: 'item 9', problem: 'too-large' }]);
});
