import { fromIso } from '#shared/time.ts';
import type { RunnerDetail, CleanupVerdict } from '#shared/contract/runners.ts';

/** A runner as the cache has it: details bring tags, version and last contact, the list alone does not. */
export type CachedRunner = Pick<RunnerDetail, 'id' | 'status' | 'paused' | 'description'> &
  Partial<Pick<RunnerDetail, 'tag_list' | 'version' | 'contacted_at' | 'maintenance_note'>>;

/**
 * Who serves jobs with one tag. `serving`: online and not paused. A job may ask for several tags at once, which only a
 * runner with all of them takes; what combinations jobs ask for is not in this API.
 */
export interface TagCover {
  /** Null: runners without any tag, which take untagged jobs only. */
  tag: string | null;
  runners: number[];
  serving: number[];
  /** Left after the runners in question were paused. */
  servingAfter: number[];
}

/** `unknown`: runners whose tags were never read, so that a gap may not be one. */
export interface Coverage {
  tags: TagCover[];
  unknown: number;
}

/** Tags from the one with the fewest serving runners upwards. `paused`: ids of runners that are thought away. */
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

/** Online and not paused: it takes jobs. */
export function isServing({ status, paused }: CachedRunner): boolean {
  return status === 'online' && paused !== true;
}

/** Runners by version, the newest first; `null` where none is known. */
export function versionsOf(runners: readonly CachedRunner[]): { version: string | null; runners: number[] }[] {
  const byVersion = new Map<string | null, number[]>();
  for (const { id, version } of runners) {
    const known = version === undefined || version === '' ? null : version;
    const ids = byVersion.get(known);
    if (ids === undefined) byVersion.set(known, [id]);
    else ids.push(id);
  }
  const order = new Intl.Collator('en', { numeric: true });
  return [...byVersion]
    .map(([version, ids]) => ({ version, runners: ids }))
    .sort((a, b) => {
      if (a.version === null || b.version === null) return Number(a.version === null) - Number(b.version === null);
      return order.compare(b.version, a.version);
    });
}

/** How a cleanup judges. What was told too long ago is no ground to pause anybody. */
export interface CleanupRuleFacts {
  /** Not heard of for longer than this. */
  olderThanMs: number;
  /** Runners that stay whatever they are: by id, or by a tag. */
  excludeIds: ReadonlySet<number>;
  excludeTags: ReadonlySet<string>;
  /** Also those that never reported at all. */
  isNeverIncluded: boolean;
  /** The list, and with it the status of each, was read lately. */
  isListFresh: boolean;
  /** Runners whose details were read too long ago, or never. */
  outdated: ReadonlySet<number>;
  now: number;
}

/** What a cleanup of stale runners would do with one, and why. */
export function verdictOf(runner: CachedRunner, grounds: CleanupRuleFacts): CleanupVerdict {
  const { id, tag_list: tags, status } = runner;
  if (grounds.excludeIds.has(id) || tags?.some((tag) => grounds.excludeTags.has(tag)) === true) {
    return 'excluded';
  }
  if (runner.paused === true) return 'already-paused';
  if (grounds.isListFresh && status === 'online') return 'recent-contact';
  const never = grounds.isNeverIncluded ? 'pause' : 'never';
  if (grounds.isListFresh && status === 'never_contacted') return never;
  if (runner.contacted_at === undefined) return 'unknown';
  const contactedAt = contactOf(runner);
  if (contactedAt !== null && grounds.now - contactedAt <= grounds.olderThanMs) return 'recent-contact';
  if (grounds.outdated.has(id)) return 'outdated';
  return contactedAt === null ? never : 'pause';
}

/** Its last contact as epoch milliseconds; null: never, or not known. */
export function contactOf({ contacted_at: at }: CachedRunner): number | null {
  return fromIso(at);
}
