import type { pinsJobKind, Pins } from '#main/services/pins/pins.ts';
import type { Job } from '#shared/contract/job.ts';
import { days } from '#shared/time.ts';
import type { JobKind } from './job.ts';
import { listCrawl } from './lists.ts';

/** What a first fill does not request again, if the platform refused it a short time before. */
const refusedMs = days(7);

/**
 * Fill a pin (`pin`: its id). Items stored after `since` (default: the start of the job) are left out, so that an
 * interrupted job continues where it ended. Items that the platform refused in the last 7 days are left out, too; with
 * `again`, only those that it refused after `since`. `since` 0: only items that were neither stored nor refused are
 * requested. Canceling the job pauses the pin.
 */
export function pinsFill(pins: Pick<Pins, 'fill' | 'pause' | 'noteFailure'>): JobKind {
  const idOf = (input: Job['input']): number => Number(input['pin']);
  return {
    name: 'pins.fill' satisfies typeof pinsJobKind,
    options: ['since', 'again'],
    async run({ instance, input, startedAt, limits, questions, report, signal }) {
      const since = Number(input['since'] ?? startedAt);
      const refusedSince = input['again'] === undefined && since > 0 ? startedAt - refusedMs : since;
      const isFilled = await pins.fill(
        idOf(input),
        { freshSince: since, refusedSince },
        {
          instance,
          limits,
          signal,
          ask: (collection, scope, found) => questions.ask(listCrawl.name, { collection, scope }, found),
          report: ({ items, stored, refused, requests }) => {
            const share = items === 0 ? 0 : (stored + refused) / items;
            const lane = { label: '', share, rows: stored, isDone: items > 0 && stored + refused === items };
            report({ rows: stored, estimatedRows: items, requests, lanes: [lane], refusedPlaces: refused });
          },
        },
      );
      return { kind: isFilled ? 'done' : 'cancelled' };
    },
    drop({ input }) {
      pins.pause(idOf(input));
      return Promise.resolve();
    },
    failed({ input, failure }) {
      pins.noteFailure(idOf(input), failure.toData());
    },
  };
}
