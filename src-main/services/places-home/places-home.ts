import type { AlarmQuery } from '#main/cache/read/places/group-places.ts';
import { figures, tokenFiguresOn } from '#shared/contract/figures.ts';
import { unfinishedHours } from '#shared/contract/deployments.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { membershipEndsSoonMs } from '#shared/contract/members.ts';
import { readScope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { toIso } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import { placesOf, type openCoverage } from '../coverage/coverage.ts';
import type { Instance } from '../instances/instance.ts';

interface Needs extends Pick<AppContext, 'state' | 'clock'> {
  open: () => Instance;
  coverage: Pick<ReturnType<typeof openCoverage>, 'factsFor'>;
}

/** The home of a group, from the cache and the catalogue. It sends no requests. */
export function placesHome({ open, state, clock, coverage }: Needs): Services<ReeveContract>['places'] {
  return {
    home: async ({ scope: asked }, signal) => {
      const instance = open();
      const scope = instance.scopeOf(asked);
      const read = readScope(scope);
      if (read?.kind !== 'group') throw new Failure('invalid', `no group: ${scope}`, { field: 'scope' });
      const known = state.catalogue.get(instance.profile.id, 'group', read.ref)?.path;
      const path = known ?? (typeof read.ref === 'string' ? read.ref : null);
      const below = placesOf(state.catalogue, instance).filter(
        ({ label }) => path !== null && label.toLowerCase().startsWith(`${path.toLowerCase()}/`),
      );
      const alarms = alarmsOn(clock.now());
      const facts = coverage.factsFor(instance, below);
      return { path, ...(await instance.reader.groupPlaces({ alarms, ...facts }, signal)) };
    },
  };
}

/** The same rows that are alarms in the summary of a project and on the overview. */
function alarmsOn(nowMs: number): AlarmQuery[] {
  return [
    figures.mirrorAlarms,
    figures.webhooksAlerting,
    figures.runnersOffline,
    { collection: 'accessTokens', filter: tokenFiguresOn(nowMs).week.filter },
    { collection: 'deployments', filter: { unfinished_hours: unfinishedHours.default } },
    { collection: 'members', filter: { expires_before: toIso(nowMs + membershipEndsSoonMs) } },
  ];
}
