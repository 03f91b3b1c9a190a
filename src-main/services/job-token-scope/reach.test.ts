import { expect, test } from 'vitest';
import { reachOf, type Allowlist, type KnownPlace } from './reach.ts';
import type { ReachRow } from '#shared/contract/job-token-reach.ts';

const place = (id: number, path: string, isMissing = false): KnownPlace => ({ id, path, isMissing });
const stored = (syncedAt: number) => ({ syncedAt, refusal: null });
const list = (changes: Partial<Allowlist>): Allowlist => ({
  flag: { inbound: true, outbound: false },
  projects: [],
  groups: [],
  lists: { flag: stored(3_000), projects: stored(1_000), groups: stored(2_000) },
  ...changes,
});
const project = { ref: 1, path: 'platform/api' };
const projects = [
  place(1, 'platform/api'),
  place(2, 'platform/web'),
  place(3, 'platform/deep/tool'),
  place(4, 'release/publish'),
  place(5, 'legacy/old', true),
  place(6, 'platformer/other'),
];
const shown = (rows: readonly ReachRow[], direction: 'in' | 'out') =>
  rows
    .filter((row) => row.direction === direction)
    .map(({ other, via, viaGroup, alsoBy, note }) => [other?.path ?? '*', via, viaGroup, alsoBy, note]);

test('projects reach a project by their own entry or by the nearest allowed group, each once', () => {
  const allowlist = list({
    projects: [
      { id: 2, path: 'platform/web' },
      { id: 5, path: 'legacy/old' },
      { id: 77, path: 'far/away' },
    ],
    groups: [place(10, 'platform'), place(11, 'platform/deep'), place(12, 'partners')],
  });
  const { rows, entries, counts } = reachOf({
    ...{ project, projects, search: '' },
    allowlists: new Map([[1, allowlist]]),
  });
  expect(shown(rows, 'in')).toEqual([
    ['far/away', 'project', null, null, 'not-known'],
    ['legacy/old', 'project', null, null, 'deleted'],
    ['partners', 'group', 'partners', null, 'no-projects'],
    ['platform/deep/tool', 'group', 'platform/deep', 'platform', null],
    ['platform/web', 'project', null, 'platform', null],
  ]);
  expect(entries.map(({ path, isBroad, projects: count }) => [path, isBroad, count])).toEqual([
    ['partners', true, 0],
    ['platform', true, 3],
    ['platform/deep', false, 1],
    ['far/away', false, null],
    ['legacy/old', false, null],
    ['platform/web', false, null],
  ]);
  expect(counts).toEqual({ into: 3, from: 0, unknownGroups: 1, broad: 2, dead: 1, projects: 5, synced: 1 });
});

test('a project reaches those that allow it, a group around it, or every project', () => {
  const { rows, counts } = reachOf({
    ...{ project, projects, search: '' },
    allowlists: new Map([
      [2, list({ projects: [{ id: 1, path: null }], groups: [place(10, 'platform')] })],
      [3, list({ groups: [place(10, 'platform')] })],
      [4, list({ flag: { inbound: false, outbound: false }, projects: [{ id: 1, path: null }] })],
      [6, list({ groups: [place(13, 'release')] })],
    ]),
  });
  expect(shown(rows, 'out')).toEqual([
    ['platform/deep/tool', 'group', 'platform', null, null],
    ['platform/web', 'project', null, 'platform', null],
    ['release/publish', 'all', null, null, 'accepts-all'],
  ]);
  expect(counts).toMatchObject({ from: 3, projects: 5, synced: 4 });
});

test('with the allowlist off, every project reaches the project, whatever the list contains', () => {
  const off = list({ flag: { inbound: false, outbound: true }, projects: [{ id: 2, path: null }] });
  const { rows } = reachOf({ ...{ project, projects, search: '' }, allowlists: new Map([[1, off]]) });
  expect(shown(rows, 'in')).toEqual([['*', 'all', null, null, 'accepts-all']]);
});

test('a project counts as synced only if all three of its lists are stored', () => {
  const refusal = { at: 4_000, status: 403, reason: null, message: 'Forbidden' };
  const never = { syncedAt: null, refusal: null };
  const parts = { flag: stored(3_000), projects: { syncedAt: null, refusal }, groups: never };
  const { syncedAt, lists, counts, rows } = reachOf({
    ...{ project, projects, search: '' },
    allowlists: new Map([
      [1, list({ lists: parts })],
      [2, list({ projects: [{ id: 1, path: null }] })],
      [4, list({ projects: [{ id: 1, path: null }], lists: { flag: never, projects: stored(1_000), groups: never } })],
    ]),
  });
  expect(syncedAt).toBe(null);
  expect(lists).toEqual(parts);
  expect(counts).toMatchObject({ synced: 1, from: 2 });
  expect(rows.map(({ other, syncedAt: at }) => [other?.id, at])).toEqual([
    [2, 1_000],
    [4, null],
  ]);
});

test('the allowlist of a project whose ID is not known is found by its path, and entries of its parent groups count', () => {
  const path = 'platform/new';
  const allowlists = new Map<number | string, Allowlist>([
    [path, list({ projects: [{ id: 4, path: null }] })],
    [2, list({ groups: [place(10, 'platform')] })],
    [3, list({})],
  ]);
  const reach = reachOf({ project: { ref: path, path }, projects, search: '', allowlists });
  expect(reach).toMatchObject({ path, syncedAt: 1_000 });
  expect(shown(reach.rows, 'in')).toEqual([['release/publish', 'project', null, null, null]]);
  expect(shown(reach.rows, 'out')).toEqual([['platform/web', 'group', 'platform', null, null]]);
  expect(reach.counts).toMatchObject({ into: 1, from: 1, projects: 6, synced: 3 });
});

test('of 10,000 projects with allowlists all are counted, and the first 2,000 are rows', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => place(at + 1, `group-${at % 100}/project-${at}`));
  const around = Array.from({ length: 100 }, (_, at) => place(20_000 + at, `group-${at}`));
  const allowlists = new Map(
    many.map(({ id }) => [
      id,
      list({
        projects: [{ id: (id % 10_000) + 1, path: null }],
        groups: [place(20_000 + (id % 100), `group-${id % 100}`)],
      }),
    ]),
  );
  const own = list({ groups: around });
  allowlists.set(1, own);
  const { counts, rows } = reachOf({
    ...{ project: { ref: 1, path: 'group-0/project-0' }, projects: many, search: '' },
    allowlists,
  });
  expect(counts).toMatchObject({ into: 9_999, broad: 100 });
  expect(rows.filter(({ direction }) => direction === 'in')).toHaveLength(2_000);
});
