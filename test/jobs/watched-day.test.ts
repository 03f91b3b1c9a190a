import { expect, test } from 'vitest';
import { effectiveMs } from '#main/jobs/watches/followed.ts';
import { foundImportsWatch } from '#main/jobs/watches/imports.ts';
import { nextTime } from '#main/jobs/watches/intervals.ts';
import { listWatches } from '#main/jobs/watches/lists.ts';
import { remoteMirrorsWatch } from '#main/jobs/watches/remote-mirrors.ts';
import type { WatchKind, WatchResult } from '#main/jobs/watches/watch.ts';
import { webhookWatches } from '#main/jobs/watches/webhooks.ts';
import { scopesInUse } from '#main/services/setup/setup-places.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { days, hours, minutes } from '#shared/time.ts';
import { fakeClock } from '../helpers/fake-ports.ts';
import { watchRig } from './watches-rig.ts';

const projects = 2_000;
const groups = 200;
const pagesOfUsers = 1_000;
/** Every seventh project has two webhooks, every tenth one mirrors. */
const hasHooks = (id: number): boolean => id % 7 === 0;
const hasMirrors = (id: number): boolean => id % 10 === 0;
const idOf = (place: string): number => Number(/^project:(\d+)/.exec(place)?.[1] ?? 0);

/** All kinds of watches as the core has them, at the places of an instance, with a check that a test answers. */
function kindsOfLargeInstance(): WatchKind[] {
  const placesOf = (kind: 'group' | 'project', count: number) =>
    Array.from({ length: count }, (_, at) => ({ kind, id: at + 1, path: `${kind}s/${at + 1}` }));
  const rows = [...placesOf('group', groups), ...placesOf('project', projects)];
  const tables = { catalogue: { all: () => rows }, setups: { off: () => [] } } as never;
  const projectsOf = () => scopesInUse(tables, 'p1', 'webhooks');
  const hooks = projectsOf()
    .filter((scope) => hasHooks(idOf(scope)))
    .flatMap((scope) => [`${scope}/hook:1`, `${scope}/hook:2`]);
  return [
    ...listWatches({ placesOf: (id: string, name: CollectionName) => scopesInUse(tables, id, name) } as never),
    remoteMirrorsWatch({ projects: projectsOf } as never),
    ...webhookWatches({ watching: { places: () => hooks }, projectsOf, isOff: () => () => false } as never),
    foundImportsWatch({ isOffered: () => true } as never, projectsOf, () => undefined),
  ];
}

/**
 * An instance that has been watched for long. `isChanged`: whether something changed at a project lately. Checks find no
 * change.
 */
function watched(isChanged: (id: number) => boolean) {
  let ofJobs = 0;
  function answer(kind: string, place: string): WatchResult {
    if (kind === 'users') {
      ofJobs += pagesOfUsers;
      return { changed: 0, requests: pagesOfUsers };
    }
    const isEmpty =
      (kind === 'remote-mirrors' && !hasMirrors(idOf(place))) || (kind === 'webhooks' && !hasHooks(idOf(place)));
    return { changed: 0, ...(isEmpty && { everyMs: hours(6) }) };
  }
  const now = fakeClock().now();
  const kinds = kindsOfLargeInstance();
  const stored = kinds.flatMap((kind) =>
    (kind.places('p1') as string[]).map((place) => ({
      ...{ profileId: 'p1', kind: kind.name, place, nextAt: now, lastAt: now, outcome: 'ok' as const, failure: null },
      ...{ streak: 0, watermark: null, pausedUntil: null, changedAt: isChanged(idOf(place)) ? now : null },
      everyMs: answer(kind.name, place).everyMs ?? null,
      requests: kind.name === 'users' ? pagesOfUsers : null,
    })),
  );
  const options = kinds.map((kind) => ({ ...kind, requests: kind.name === 'users' ? 0 : kind.requests }));
  const rig = watchRig(options, { answer: (kind, { place }) => answer(kind, place) }, stored);
  const one = rig.engine.followed('p1');
  // The checks of the last days were spread over the intervals, and those of nightly lists over the nights
  for (const watch of one.all.values()) {
    const everyMs = effectiveMs(one, watch, now);
    const isNightly = watch.kindOf.isNightly ?? false;
    const waitMs = everyMs * Math.random() + (isNightly && everyMs > days(1.1) ? days(1) : 0);
    watch.nextAt = nextTime(now, waitMs, { isNightly });
  }
  ofJobs = 0;
  return { ...rig, one, now, sent: () => rig.requests() + ofJobs };
}

test('on 2,000 projects with 100,000 users, a day without changes sends at most 4,000 requests, as planned', async () => {
  const { clock, one, sent } = watched(() => false);
  const { perDay } = one.plan;
  await clock.advance(days(1));
  expect(sent()).toBeLessThanOrEqual(4_000);
  expect(Math.abs(sent() - perDay) / perDay).toBeLessThan(0.1);
});

test('a day with changes in every seventh project is planned with at most 15,000 requests, and checks their small lists', async () => {
  const { one, now } = watched((id) => id % 7 === 1);
  expect(one.plan.perDay).toBeLessThanOrEqual(15_000);
  for (const watch of one.all.values()) {
    const isBusy = idOf(watch.place) % 7 === 1;
    if (isBusy && watch.kindOf.isNightly === true) expect(effectiveMs(one, watch, now)).toBe(days(1));
  }
});

test('a day with changes in every project is planned with at most 15,000 requests, and its mirrors are checked several times', async () => {
  const { one, now } = watched(() => true);
  expect(one.plan.perDay).toBeLessThanOrEqual(15_000);
  const mirrors = one.all.get('remote-mirrors project:10');
  expect(mirrors === undefined ? 0 : days(1) / effectiveMs(one, mirrors, now)).toBeGreaterThan(2);
});

const numbered = (n: number): string[] => Array.from({ length: n }, (_, at) => `project:${at + 1}`);

test('after a restart, watches with lengthened intervals are not checked again at once', async () => {
  const { clock, seen, restart } = watchRig([{ name: 'mirrors' }], { places: { mirrors: numbered(1_800) } });
  await clock.advance(hours(1));
  seen.length = 0;
  restart();
  await clock.advance(minutes(5));
  expect(seen.length).toBeLessThan(300);
});

test('a change at one list of an unchanged project makes its other lists due within the interval of a changed one', async () => {
  const { clock, seen, world } = watchRig([{ name: 'branches', everyMs: hours(1) }, { name: 'mirrors' }], {
    places: { branches: ['project:7', 'project:8'], mirrors: numbered(900) },
  });
  await clock.advance(hours(2));
  world.answer = (_, { place }) => ({ changed: place === 'project:7' ? 1 : 0 });
  // Checks of the 900 projects are hours apart
  await clock.advance(days(1));
  const since = seen.find(({ kind, place }) => kind === 'branches' && place === 'project:7')?.at ?? 0;
  const checks = (place: string) =>
    seen.filter((one) => one.kind === 'mirrors' && one.place === place && one.at > since);
  expect(checks('project:7').length).toBeGreaterThan(20);
  expect(checks('project:8').length).toBeLessThan(10);
});
