import type { ImportStates } from '#main/services/imports/import-states.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { days, minutes } from '#shared/time.ts';
import type { WatchKind } from './watch.ts';

const project = 'project:';

/** Watches the imports that are under way, each at the place of its new project, until they end. It only reads. */
export function importWatch(states: Pick<ImportStates, 'underWay' | 'check'>): WatchKind {
  return {
    name: 'imports',
    everyMs: minutes(5),
    requests: 2,
    isAlways: true,
    places: (profileId) => states.underWay(profileId).map((id) => `${project}${id}`),
    async check({ instance: { profile, send }, place, watermark, signal }) {
      const projectId = Number(place.slice(project.length));
      const next = await states.check({ profileId: profile.id, projectId, send, watermark, signal });
      if (next === null) return { changed: 1, isOver: true };
      return { changed: next.isNew ? 1 : 0, everyMs: next.everyMs, watermark: next.watermark };
    },
  };
}

/**
 * Asks the platform for each known project once a week whether it was imported, by anyone. On an instance that does not
 * report this, only the first project is asked.
 */
export function foundImportsWatch(
  states: Pick<ImportStates, 'find' | 'isOffered'>,
  projectsOf: (profileId: string) => readonly Scope[],
  placesChanged: (profileId: string) => void,
): WatchKind {
  return {
    name: 'imported-projects',
    everyMs: days(7),
    requests: 1,
    isAfterSetup: true,
    places: (profileId) =>
      states.isOffered(profileId) === false
        ? []
        : projectsOf(profileId).filter((scope) => typeof readScope(scope)?.ref === 'number'),
    async check({ instance: { profile, send }, place, signal }) {
      const wasFound = await states.find(profile.id, Number(readScope(place)?.ref), send, signal);
      const isOver = states.isOffered(profile.id) === false;
      if (isOver || wasFound) placesChanged(profile.id);
      return { changed: wasFound ? 1 : 0, isOver };
    },
  };
}
