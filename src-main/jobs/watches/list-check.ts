import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { listCrawl } from '../lists.ts';
import type { WatchContext, WatchResult } from './watch.ts';

/**
 * Sync a list as the check of a watch. Sends no request if a person or a job has synced the list recently. If more than
 * a fifth of the rows were not returned, a person must decide, and the list is not synced before that.
 */
export async function checkList(
  collection: CollectionName,
  { instance, place: scope, everyMs, limits, questions, clock, signal }: WatchContext,
): Promise<WatchResult> {
  const { completedAt } = await instance.reader.lists(collection).summary({ scope }, signal);
  const ageMs = completedAt === null ? everyMs : clock.now() - completedAt;
  if (ageMs >= 0 && ageMs < everyMs / 2) return { changed: 0, nextInMs: everyMs - ageMs };
  const job: [string, Record<string, string>] = [listCrawl.name, { collection, scope }];
  if (questions.askedAt(...job) !== null) return { changed: 0 };
  const source = sourceOf(collection);
  let changed = 0;
  let rows = 0;
  const needs = {
    ...{ instance, limits, clock, signal },
    report: (progress: { rows: number; changed: number }) => ({ rows, changed } = progress),
  };
  const outcome = await syncWholeList(source, scope, needs);
  if (outcome.needsPerson) questions.ask(...job, { rows, notReturnedFound: outcome.notReturned });
  return { changed: changed + outcome.notReturned };
}
