import { sourceOf } from '#main/services/lists/list-sources.ts';
import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { mirrorsWatch, type LookResult, type MirrorMonitor } from '#main/services/remote-mirrors/mirror-monitor.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { hours, minutes, seconds } from '#shared/time.ts';
import { listCrawl } from '../lists.ts';
import type { WatchContext, WatchKind, WatchResult } from './watch.ts';

interface Needs {
  /** The known projects of a profile. */
  projects: (profileId: string) => readonly Scope[];
  monitor: Pick<MirrorMonitor, 'checked'>;
}

const collection = 'remoteMirrors';
const coldMs = minutes(15);
/** While an update is under way: this interval first, then the longer one. */
const firstMs = seconds(5);
const firstForMs = minutes(2);
const laterMs = seconds(15);
/** An update that takes longer is stuck. It is checked at the interval of the watch. */
const laterForMs = hours(1);
/** The interval for a project without mirrors, because mirrors are seldom added. */
const emptyMs = hours(6);

/** One list request for each project. All mirrors of a project are in its list, so it is requested once for all of them. */
export function remoteMirrorsWatch({ projects, monitor }: Needs): WatchKind {
  return { name: mirrorsWatch, collection, everyMs: coldMs, requests: 1, places: projects, check };

  async function check({ instance, place, watermark, clock, signal, ...own }: WatchContext): Promise<WatchResult> {
    let rows = 0;
    let changed = 0;
    const report = (progress: { rows: number; changed: number }): void => void ({ rows, changed } = progress);
    const needs = { instance, clock, limits: own.limits, report, signal };
    const outcome = await syncWholeList(sourceOf(collection), place, needs);
    const job: [string, Record<string, string>] = [listCrawl.name, { collection, scope: place }];
    // The mirrors of the project are checked even if the question is not answered yet
    if (outcome.needsPerson && own.questions.askedAt(...job) === null)
      own.questions.ask(...job, { rows, notReturnedFound: outcome.notReturned });
    const found = await monitor.checked(instance.profile.id, instance.scopeOf(place));
    return { changed, ...nextCheck(found, watermark, clock.now()) };
  }
}

/** `watermark`: since when updates of the project are under way, in epoch milliseconds. */
export function nextCheck(
  { mirrors, underWay }: LookResult,
  watermark: string | null,
  now: number,
): Pick<WatchResult, 'everyMs' | 'watermark'> {
  if (underWay === 0) return { watermark: null, ...(mirrors === 0 && { everyMs: emptyMs }) };
  const stored = Number(watermark ?? now);
  // The clock may have been set back
  const since = Number.isFinite(stored) && stored <= now ? stored : now;
  const isStuck = now - since >= laterForMs;
  return { watermark: String(since), ...(!isStuck && { everyMs: now - since < firstForMs ? firstMs : laterMs }) };
}
