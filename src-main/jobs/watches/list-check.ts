import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Questions } from '../job.ts';
import { listCrawl } from '../lists.ts';
import type { WatchContext, WatchResult } from './watch.ts';

export interface ListNeeds {
  /** The questions to a person about lists that did not return many of their rows. */
  questionsOf: (profileId: string) => Questions;
  /** Free bytes on the disk of the caches; null: unknown. */
  freeBytes: () => Promise<number | null>;
}

/**
 * Sync a list as the check of a watch. Sends no request if a person or a job has synced the list recently. If more than
 * a fifth of the rows were not returned, a person must decide, and the list is not synced before that.
 */
export async function checkList(
  collection: CollectionName,
  { instance, place: scope, everyMs, clock, signal }: WatchContext,
  { questionsOf, freeBytes }: ListNeeds,
): Promise<WatchResult> {
  const { completedAt } = await instance.reader.lists(collection).summary({ scope }, signal);
  const ageMs = completedAt === null ? everyMs : clock.now() - completedAt;
  if (ageMs >= 0 && ageMs < everyMs / 2) return { changed: 0, nextInMs: everyMs - ageMs };
  const questions = questionsOf(instance.profile.id);
  const job: [string, Record<string, string>] = [listCrawl.name, { collection, scope }];
  if (questions.askedAt(...job) !== null) return { changed: 0 };
  const source = sourceOf(collection);
  let changed = 0;
  let rows = 0;
  const needs = {
    ...{ instance, clock, signal, limits: { agreedRows: 0, freeBytes } },
    report: (progress: { rows: number; changed: number }) => ({ rows, changed } = progress),
  };
  const outcome = await syncWholeList(source, scope, needs);
  if (outcome.needsPerson) questions.ask(...job, { rows, notReturnedFound: outcome.notReturned });
  return { changed: changed + outcome.notReturned };
}

/** The places in which a collection is listed: the whole instance, and known groups and projects. */
export type PlacesOf = (profileId: string, collection: CollectionName) => readonly Scope[];
