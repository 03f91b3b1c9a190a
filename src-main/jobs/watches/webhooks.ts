import { deliveriesWatch, type WebhookWatching } from '#main/services/webhooks/webhook-watching.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { days, hours, minutes } from '#shared/time.ts';
import { checkList } from './list-check.ts';
import type { WatchKind } from './watch.ts';

interface Needs {
  watching: WebhookWatching;
  /** The known projects of a profile. */
  projectsOf: (profileId: string) => readonly Scope[];
  /** Returns a test whether the webhooks of a scope are switched off. */
  isOff: (profileId: string) => (scope: Scope) => boolean;
  /** Called when the set of known webhooks changed. */
  placesChanged: (profileId: string) => void;
}

/** The interval for a project without webhooks, because webhooks are seldom added. */
const emptyMs = hours(6);

/** The watches of webhooks: their lists in each project, and the deliveries of each webhook. */
export function webhookWatches({ watching, projectsOf, isOff, placesChanged }: Needs): WatchKind[] {
  return [
    {
      name: 'webhooks',
      collection: 'webhooks',
      everyMs: minutes(30),
      requests: 1,
      places: projectsOf,
      async check(context) {
        const result = await checkList('webhooks', context);
        const { id } = context.instance.profile;
        const hasOthers = await watching.noteHooks(context.place, context);
        if (hasOthers) placesChanged(id);
        const isEmpty = !watching.places(id).some((scope) => scope.startsWith(`${context.place}/`));
        return isEmpty ? { everyMs: emptyMs, ...result } : result;
      },
    },
    {
      name: deliveriesWatch,
      everyMs: days(1),
      // The platform lists deliveries for 7 days
      mostMs: days(4),
      requests: 1,
      places(profileId) {
        const isPlaceOff = isOff(profileId);
        return watching.places(profileId).filter((scope) => !isPlaceOff(scope));
      },
      check: ({ place: scope, ...context }) => watching.checkDeliveries(scope, context),
    },
  ];
}
