import { fromIso } from '#shared/time.ts';
import { unexpectedIn } from '#shared/unexpected-values.ts';
import type { RunnerDetail, CleanupVerdict } from '#shared/contract/runners.ts';

/** A cached runner. Tags, version and last contact are only known from its details, not from the list. */
export type CachedRunner = Pick<RunnerDetail, 'id' | 'status' | 'paused' | 'description'> &
  Partial<Pick<RunnerDetail, 'tag_list' | 'version' | 'contacted_at' | 'maintenance_note'>>;

/**
 * The runners that serve one tag. `serving`: online and not paused. A job can require several tags, and then only a
 * runner with all of them takes it; the API does not report these combinations.
 */
export interface TagCover {
  /** Null: runners without tags, which only take untagged jobs. */
  tag: string | null;
  runners: number[];
  serving: number[];
  /** The serving runners that would remain if the selected runners were paused. */
  servingAfter: number[];
}

/** `unknown`: number of runners whose tags are not known. One of them may serve a tag that seems to have no runner. */
export interface Coverage {
  tags: TagCover[];
  unknown: number;
}

/** Coverage of each tag, fewest serving runners first. `paused`: ids of runners that are treated as paused. */
export function coverageOf(runners: readonly CachedRunner[], paused: readonly number[] = []): Coverage {
  const pausedIds = new Set(paused);
  const byTag = new Map<string | null, TagCover>();
  let unknown = 0;
  for (const runner of runners) {
    if (runner.tag_list === null || runner.tag_list === undefined) {
      unknown += 1;
      continue;
    }
    for (const tag of runner.tag_list.length === 0 ? [null] : new Set(runner.tag_list)) {
      const cover = byTag.get(tag) ?? { tag, runners: [], serving: [], servingAfter: [] };
      byTag.set(tag, cover);
      cover.runners.push(runner.id);
      if (!isServing(runner)) continue;
      cover.serving.push(runner.id);
      if (!pausedIds.has(runner.id)) cover.servingAfter.push(runner.id);
    }
  }
  const tags = [...byTag.values()].sort(
    (a, b) =>
      a.servingAfter.length - b.servingAfter.length ||
      a.serving.length - b.serving.length ||
      (a.tag ?? '').localeCompare(b.tag ?? ''),
  );
  return { tags, unknown };
}

/** Whether a runner takes jobs: it is online and not paused. */
export function isServing({ status, paused }: CachedRunner): boolean {
  return status === 'online' && paused !== true;
}

/** Runners by version, newest first; `null`: version not known. */
export function versionsOf(runners: readonly CachedRunner[]): { version: string | null; runners: number[] }[] {
  const byVersion = Map.groupBy(runners, ({ version }) => (version === '' ? null : (version ?? null)));
  const order = new Intl.Collator('en', { numeric: true });
  return [...byVersion]
    .map(([version, all]) => ({ version, runners: all.map(({ id }) => id) }))
    .sort((a, b) => {
      if (a.version === null || b.version === null) return Number(a.version === null) - Number(b.version === null);
      return order.compare(b.version, a.version);
    });
}

/** The rule of a cleanup and the age of the cached data. Outdated data never leads to a pause. */
export interface CleanupRuleFacts {
  /** Runners without contact for longer than this are paused. */
  olderThanMs: number;
  /** Runners that are never paused: by id or by tag. */
  excludeIds: ReadonlySet<number>;
  excludeTags: ReadonlySet<string>;
  /** Include runners that never had contact. */
  isNeverIncluded: boolean;
  /** The list, and with it the status of each runner, was synced recently. */
  isListFresh: boolean;
  /** Runners whose details are missing or too old. */
  outdated: ReadonlySet<number>;
  now: number;
}

/** What a cleanup of stale runners would do with a runner. */
export function verdictOf(runner: CachedRunner, grounds: CleanupRuleFacts): CleanupVerdict {
  const { id, tag_list: tags, status } = runner;
  if (grounds.excludeIds.has(id) || tags?.some((tag) => grounds.excludeTags.has(tag)) === true) {
    return 'excluded';
  }
  if (runner.paused === true) return 'already-paused';
  if (grounds.isListFresh && status === 'online') return 'recent-contact';
  if (grounds.excludeTags.size > 0 && Object.hasOwn(unexpectedIn(runner), 'tag_list')) return 'unknown';
  const never = grounds.isNeverIncluded ? 'pause' : 'never';
  if (grounds.isListFresh && status === 'never_contacted') return never;
  if (runner.contacted_at === undefined) return 'unknown';
  const contactedAt = contactOf(runner);
  if (contactedAt !== null && grounds.now - contactedAt <= grounds.olderThanMs) return 'recent-contact';
  if (grounds.outdated.has(id)) return 'outdated';
  return contactedAt === null ? never : 'pause';
}

/** The last contact as epoch milliseconds; null: never, or not known. */
export function contactOf({ contacted_at: at }: CachedRunner): number | null {
  return fromIso(at);
}
