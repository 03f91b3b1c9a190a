import type { Clock } from '#main/ports.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';
import { pathOf } from './sync-deliveries.ts';
import type { WebhookWatching } from './webhook-watching.ts';

/** `checkSoon`: check the deliveries of a webhook now. */
export interface WebhookNeeds {
  watching: Pick<WebhookWatching, 'states' | 'open'>;
  checkSoon: (profileId: string, scope: Scope) => void;
}

/** The verbs of webhooks besides those of every list. */
export function webhooks(open: () => Instance, { watching, checkSoon }: WebhookNeeds, clock: Clock) {
  return {
    watched: () => watching.states(open().profile.id),
    watch: ({ scope }: { scope: Scope }) => {
      pathOf(scope);
      const { profile } = open();
      watching.open(profile.id, scope, clock.now());
      checkSoon(profile.id, scope);
      return {};
    },
  };
}
