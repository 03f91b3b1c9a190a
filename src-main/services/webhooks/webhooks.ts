import type { Scope } from '#shared/contract/scope.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';
import { pathOf } from './sync-deliveries.ts';
import { deliveriesWatch, type WebhookWatching } from './webhook-watching.ts';

/** The verbs of webhooks besides those of every list. */
export function webhooks(
  open: () => Instance,
  watching: WebhookWatching,
  { watches, clock }: Pick<AppContext, 'watches' | 'clock'>,
) {
  return {
    watched: () => watching.states(open().profile.id),
    watch: ({ scope }: { scope: Scope }) => {
      pathOf(scope);
      const { profile } = open();
      watching.open(profile.id, scope, clock.now());
      watches.poke(profile.id, deliveriesWatch, scope);
      return {};
    },
  };
}
