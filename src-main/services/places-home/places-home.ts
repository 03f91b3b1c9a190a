import { figures, tokenFiguresOn } from '#shared/contract/figures.ts';
import { unfinishedHours } from '#shared/contract/deployments.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { membershipEndsSoonMs } from '#shared/contract/members.ts';
import type { HomeAlarm } from '#shared/contract/places.ts';
import { Failure } from '#shared/errors.ts';
import { toIso } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import { placesOf, type openCoverage } from '../coverage/coverage.ts';
import type { Instance } from '../instances/instance.ts';

interface Needs extends Pick<AppContext, 'state' | 'clock'> {
  open: () => Instance;
  coverage: Pick<ReturnType<typeof openCoverage>, 'factsFor' | 'placeOf'>;
}

/** The home of a group, from the cache and the catalogue. It sends no requests. */
export function placesHome({ open, state, clock, coverage }: Needs): Services<ReeveContract>['places'] {
  return {
    home: async ({ scope }, signal) => {
      const instance = open();
      const group = coverage.placeOf(instance, scope);
      if (group.kind !== 'group') throw new Failure('invalid', `no group: ${scope}`, { field: 'scope' });
      const start = `${group.label.toLowerCase()}/`;
      const below = placesOf(state.catalogue, instance).filter(({ label }) => label.toLowerCase().startsWith(start));
      const facts = coverage.factsFor(instance, [group, ...below]);
      return instance.reader.groupPlaces({ alarms: alarmsOn(clock.now()), ...facts }, signal);
    },
  };
}

/** The same rows that are alarms in the summary of a project and on the overview. */
function alarmsOn(nowMs: number): Pick<HomeAlarm, 'collection' | 'filter'>[] {
  return [
    figures.mirrorAlarms,
    figures.webhooksAlerting,
    figures.runnersOffline,
    { collection: 'accessTokens', filter: tokenFiguresOn(nowMs).week.filter },
    { collection: 'deployments', filter: { unfinished_hours: unfinishedHours.default } },
    { collection: 'members', filter: { expires_before: toIso(nowMs + membershipEndsSoonMs) } },
  ];
}
