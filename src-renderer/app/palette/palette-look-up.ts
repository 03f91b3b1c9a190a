import Search from '@lucide/icons/icons/search';
import type { LookUp } from '#shared/contract/search.ts';
import { palette as words } from '#shared/text/en/palette.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import { remoteReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import { lookUp } from '../../stores/window/look-up.ts';

/** A command that asks the instance for something that the cache does not know, and then opens it. */
export function lookUpCommand(stores: Stores, wanted: LookUp): Command {
  const { route } = stores;
  return {
    id: `look up ${JSON.stringify(wanted)}`,
    title: visibleText(words.lookUpOf(wanted)),
    icon: Search,
    disabledReason: remoteReason(stores),
    run: () => {
      const { navigationCount } = route;
      void attempt(
        async () => {
          const path = await lookUp(stores.session, wanted);
          // Not if another page was opened meanwhile
          if (route.navigationCount === navigationCount) route.navigate(path);
        },
        ({ code }) => visibleText(code === 'missing' ? words.notFound(wanted) : words.lookUpFailed(wanted)),
      );
    },
  };
}
