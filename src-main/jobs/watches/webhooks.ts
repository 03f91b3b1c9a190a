import type { WebhookWatching } from '#main/services/webhooks/webhook-watching.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { days, minutes } from '#shared/time.ts';
import type { WatchKind } from './watch.ts';

interface Needs {
  watching: WebhookWatching;
  /** The known projects of a profile. */
  projectsOf: (profileId: string) => readonly Scope[];
}

/** The watches of webhooks: their lists in each project, and the deliveries of each webhook. */
export function webhookWatches({ watching, projectsOf }: Needs): WatchKind[] {
  return [
    {
      name: 'webhooks',
      everyMs: minutes(30),
      requests: 1,
      places: projectsOf,
      async check({ instance, place: scope, clock, signal }) {
        let changed = 0;
        const report = (progress: { changed: number }) => ({ changed } = progress);
        const outcome = await syncWholeList(sourceOf('webhooks'), scope, { instance, clock, report, signal });
        // Only a person may confirm that many webhooks are gone, after a sync that this person started
        if (outcome.needsPerson) await instance.store.dropSyncRun({ place: { collection: 'webhooks', scope } });
        await watching.noteHooks(scope, { instance, clock, signal });
        return { changed: changed + outcome.notReturned };
      },
    },
    {
      name: 'webhook-deliveries',
      everyMs: days(1),
      requests: 1,
      places: watching.places,
      check: ({ place: scope, ...context }) => watching.checkDeliveries(scope, context),
    },
  ];
}
