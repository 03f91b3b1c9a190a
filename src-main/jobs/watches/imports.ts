import type { ImportStates } from '#main/services/imports/import-states.ts';
import { minutes } from '#shared/time.ts';
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
