import { expect, test } from 'vitest';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { reachSummary } from './reach-summary.ts';
import { reachOf, unknownAllowlist, type Allowlist, type KnownPlace, type ProjectRef } from './reach.ts';

const entry = (id: number, path: string, verdict: CatalogueEntry['verdict'] = null): CatalogueEntry => ({
  ...{ key: id, kind: 'project', ref: id, scope: `project:${id}`, id, path, name: null, source: 'pasted' },
  ...{ sourceDetail: null, isPinned: false, firstSeenAt: 0, seenAt: 0, verifiedAt: null, verdict },
});
const stored = { syncedAt: 1_000, refusal: null };
const never = { syncedAt: null, refusal: null };
const list = (changes: Partial<Allowlist> = {}): Allowlist => ({
  flag: { inbound: true, outbound: false },
  projects: [],
  groups: [],
  lists: { flag: stored, projects: stored, groups: stored },
  ...changes,
});
const project = (id: number) => ({ id, path: null });
const summaryOf = (
  projects: CatalogueEntry[],
  allowlists: Map<ProjectRef, Allowlist>,
  refused = new Set<ProjectRef>(),
) => new Map(reachSummary({ projects, allowlists, refused }).map((row) => [row.key, row]));

/** The same numbers for each seed. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test.each([1, 2, 3, 4, 5, 6])('the summary of a project equals the figures on its tab (seed %i)', (seed) => {
  const random = randomNumbers(seed);
  const names = ['a', 'A-b', 'a.c', 'b', 'b0', 'b/x', 'b/x/y', 'b-x'];
  const groups: KnownPlace[] = [...names, 'not/known'].map((path, at) => ({
    ...{ id: 500 + at, path, isMissing: path !== 'not/known' && random(6) === 0 },
  }));
  const projects = Array.from({ length: 40 }, (_, at) =>
    entry(at + 1, `${names[random(names.length)] ?? ''}/p${at}`, random(8) === 0 ? 'missing' : null),
  );
  const allowlists = new Map<ProjectRef, Allowlist>();
  for (const { id } of projects) {
    if (random(4) === 0) continue;
    const some = <T>(most: number, one: () => T): T[] => Array.from({ length: random(most) }, one);
    const unique = <T extends { id: number }>(all: T[]): T[] => [...new Map(all.map((one) => [one.id, one])).values()];
    allowlists.set(
      id ?? 0,
      list({
        flag: { inbound: random(5) !== 0, outbound: false },
        // The entries can name the project itself, and projects and groups that are not known
        projects: unique(some(8, () => project(random(45) + 1))),
        groups: unique(some(4, () => groups[random(groups.length)]!)),
        lists: { flag: stored, projects: random(6) === 0 ? never : stored, groups: stored },
      }),
    );
  }
  const rows = summaryOf(projects, allowlists);
  const places = projects.map(({ id, path, verdict }) => ({
    ...{ id: id ?? 0, path: path ?? '', isMissing: verdict === 'missing' },
  }));
  for (const { id, path } of projects) {
    const own = { ref: id ?? 0, path: path ?? '' };
    const { counts, entries, flag, syncedAt } = reachOf({
      project: own,
      projects: places,
      allowlists,
      search: '',
    });
    const isCounted = syncedAt !== null && flag?.inbound !== false;
    expect(rows.get(own.ref), path ?? '').toMatchObject({
      inbound: flag?.inbound ?? null,
      syncedAt,
      into: isCounted ? counts.into : null,
      from: counts.from,
      ...(syncedAt !== null && {
        entries: {
          projects: entries.filter(({ kind }) => kind === 'project').length,
          groups: entries.filter(({ kind }) => kind === 'group').length,
          broad: counts.broad,
          dead: counts.dead,
        },
      }),
    });
  }
});

test('a number whose list was never synced is unknown, not 0', () => {
  const refusal = { at: 5, status: 403, reason: 'role', message: 'Forbidden' };
  const refused: Allowlist = {
    ...unknownAllowlist(),
    lists: { flag: { syncedAt: null, refusal }, projects: never, groups: never },
  };
  // The sync of the groups ended after its first rows
  const partly = list({
    projects: [project(1)],
    groups: [{ id: 9, path: 'b', isMissing: false }],
    lists: { flag: stored, projects: stored, groups: never },
  });
  const rows = summaryOf(
    [entry(1, 'a/one'), entry(2, 'a/two'), entry(3, 'a/three')],
    new Map([
      [2, refused],
      [3, partly],
    ]),
  );
  const unknown = { projects: null, groups: null, broad: null, dead: null };
  expect(rows.get(1)).toMatchObject({ inbound: null, syncedAt: null, entries: unknown, into: null, from: 1 });
  expect(rows.get(2)).toMatchObject({
    inbound: null,
    refusal,
    entries: unknown,
    into: null,
    from: null,
  });
  expect(rows.get(3)).toMatchObject({
    inbound: true,
    syncedAt: null,
    entries: { ...unknown, projects: 1 },
    into: null,
  });
});

test('a project whose own allowlist is the only one that is synced has no known number of reached projects', () => {
  const rows = summaryOf([entry(1, 'a/one'), entry(2, 'a/two')], new Map([[1, list()]]));
  expect(rows.get(1)?.from).toBe(null);
  expect(rows.get(2)?.from).toBe(0);
});

test('2,000 projects with 100 entries each are summarized', () => {
  const projects = Array.from({ length: 2_000 }, (_, at) => entry(at + 1, `group-${at % 100}/project-${at}`));
  const groups = Array.from({ length: 100 }, (_, at) => ({ id: 5_000 + at, path: `group-${at}`, isMissing: false }));
  const allowlists = new Map(
    projects.map(({ id }) => [
      id ?? 0,
      list({
        projects: Array.from({ length: 50 }, (_, at) => project((((id ?? 0) + at) % 2_000) + 1)),
        groups: groups.slice(0, 50),
      }),
    ]),
  );
  const rows = summaryOf(projects, allowlists);
  // 50 groups with 20 projects each. Of its 50 own entries, those in the other 50 groups are added
  expect(rows.get(1)).toMatchObject({ entries: { projects: 50, groups: 50, broad: 50 }, into: 1_000, from: 1_999 });
  expect(rows.get(60)).toMatchObject({ into: 1_040, from: expect.any(Number) as number });
});

test('an allowlist is probably enforced if the instance refused to turn it off, and not enforced while it is off', () => {
  const off = list({ flag: { inbound: false, outbound: false } });
  const rows = summaryOf(
    [entry(1, 'a/one'), entry(2, 'a/two'), entry(3, 'a/three')],
    new Map([
      [1, list()],
      [2, list()],
      [3, off],
    ]),
    new Set([1, 3]),
  );
  expect([1, 2, 3].map((key) => rows.get(key)?.enforced)).toEqual(['likely', 'unknown', 'no']);
});
