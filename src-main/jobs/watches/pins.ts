import { pinEveryMs, pinsWatchName, type Pins } from '#main/services/pins/pins.ts';
import { listCrawl } from '../lists.ts';
import type { WatchKind } from './watch.ts';

/** Estimated requests of one check. Most lists and threads of a pin did not change, or were synced by other watches. */
const requests = 40;

/** Keeps pinned places fresh. Each pin is a place of the watch, by its id. */
export function pinsWatch(pins: Pick<Pins, 'fill' | 'watched' | 'refusedSince'>): WatchKind {
  return {
    name: pinsWatchName,
    everyMs: pinEveryMs,
    requests,
    isAfterSetup: true,
    places: (profileId) => pins.watched(profileId),
    async check({ instance, place, everyMs, limits, questions, clock, signal }) {
      let stored = 0;
      const times = { freshSince: clock.now() - everyMs / 2, refusedSince: pins.refusedSince() };
      await pins.fill(Number(place), times, {
        instance,
        signal,
        limits,
        ask: (collection, scope, found) => questions.ask(listCrawl.name, { collection, scope }, found),
        report: (progress) => void (stored = progress.requests),
      });
      return { changed: stored };
    },
  };
}
