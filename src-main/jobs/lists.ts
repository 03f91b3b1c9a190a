import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { readDetails } from '#main/services/lists/list-details.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import type { JobInput } from '#shared/contract/job.ts';
import { minutes } from '#shared/time.ts';
import type { JobKind } from './job.ts';

/** Details younger than this are not requested again, unless the input has another age. */
const detailsAgeMs = minutes(60);

/** The list of a job. */
const placeOf = ({ collection = '', scope = '' }: JobInput) => ({ collection, scope });

/** Sync a list of a scope. An interrupted full sync starts over, because its pages come in any order. */
export const listCrawl: JobKind = {
  name: 'lists.crawl',
  options: ['full', 'opened'],
  startsOver: true,
  async run({ instance, input, limits, agreedNotReturned, clock, report, signal }) {
    const { collection, scope } = placeOf(input);
    const isFull = input['full'] !== undefined || agreedNotReturned > 0;
    const outcome = await syncWholeList(sourceOf(collection), scope, {
      instance,
      isFull,
      limits,
      clock,
      report,
      signal,
    });
    report({ notReturnedFound: outcome.notReturned });
    if (!outcome.needsPerson) return { kind: 'done' };
    if (outcome.notReturned > agreedNotReturned) return { kind: 'needs-person' };
    await instance.store.finishSyncRun({ place: { collection, scope }, now: clock.now(), acceptNotReturned: true });
    return { kind: 'done' };
  },
  async accept({ instance, input, clock }) {
    await instance.store.finishSyncRun({ place: placeOf(input), now: clock.now(), acceptNotReturned: true });
  },
  async drop({ instance, input }) {
    await instance.store.dropSyncRun({ place: placeOf(input) });
  },
};

/** Request the details of the rows of a scope. An interrupted job continues with the remaining rows. */
export const listDetails: JobKind = {
  name: 'lists.details',
  async run({ instance, input, limits, clock, report, signal }) {
    const { collection, scope } = placeOf(input);
    const maxAgeMs = input['maxAgeMs'] === undefined ? detailsAgeMs : Number(input['maxAgeMs']);
    await readDetails(sourceOf(collection), scope, maxAgeMs, { instance, limits, clock, report, signal });
    return { kind: 'done' };
  },
};
