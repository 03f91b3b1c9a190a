import type { ComponentProps } from 'svelte';
import type { Person } from '#shared/contract/people.ts';
import { peopleCollections } from '#shared/contract/search.ts';
import { historySettings } from '#shared/text/en/history-settings.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type ConfirmByName from '../../components/overlays/ConfirmByName.svelte';
import type { PageAction } from '../../console/page/page-action.ts';
import type { Stores } from '../../stores/context.ts';
import { forget, forgettable } from '../../stores/history/history-settings.svelte.ts';
import { personName, rowOf } from './person-facts.ts';

const words = historySettings.forget;

type Question = Omit<ComponentProps<typeof ConfirmByName>, 'onclose'>;

/** Forgets a person that no list of accounts or members returns. Asks for the username first. */
export function forgetAction(stores: Stores, person: Person, confirm: (question: Question) => void): PageAction {
  const lists: readonly string[] = peopleCollections;
  const isReturned =
    person.memberships.some(({ notReturnedSince }) => notReturnedSince === null) ||
    person.sources.some(({ collection, notReturnedSince }) => lists.includes(collection) && notReturnedSince === null);
  const shown = personName(person);
  const name = rowOf(person).username ?? shown;

  async function ask(): Promise<void> {
    const known = await forgettable(stores.session, person.id);
    confirm({
      title: words.title(shown),
      consequence: words.consequence(shown, known),
      name,
      fieldLabel: words.typeName(name),
      fieldError: words.typeNameWrong(name),
      instance: stores.profiles.open,
      onconfirm: async () => {
        const done = await forget(stores.session, person.id);
        showMessage({ tone: 'ok', title: words.done(shown), text: words.counts(done) });
        stores.route.navigate('/users');
      },
    });
  }

  return {
    ...{ id: 'people.forget', label: words.action, keywords: words.keywords, isBad: true },
    disabledReason: isReturned ? words.isReturned : null,
    run: () => void attempt(ask, words.notCounted),
  };
}
