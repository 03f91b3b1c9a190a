import UserMinus from '@lucide/icons/icons/user-minus';
import { mostPeople } from '#shared/contract/window.constant.ts';
import { consoles } from '#shared/text/en/console.ts';
import { attempt } from '../../components/messages/attempt.ts';
import type { Action } from '../actions.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import { selectedPeople } from '../../stores/people/leavers.svelte.ts';

const words = consoles.leave;

/** Shows what happens if the selected people leave. `list`: a collection whose rows have the ID of a person. */
export function leaveAction<Row extends ListRow>(
  { route, session }: Pick<Stores, 'route' | 'session'>,
  list: string,
): Action<Row> {
  return {
    id: `${list}.leave`,
    label: words.action,
    icon: UserMinus,
    disabledReason: ({ count }) => (count > mostPeople ? words.tooMany(mostPeople) : null),
    run: ({ selection }) => {
      const show = async () => route.navigate(leaversPath(await selectedPeople(session, list, selection)));
      void attempt(show, words.actionFailed);
    },
  };
}

/** The path of the page about these people who leave. */
export const leaversPath = (ids: readonly number[]): string =>
  ids.length === 0 ? '/people' : `/people?ids=${[...new Set(ids)].slice(0, mostPeople).join(',')}`;

/** The IDs of people in an address, each once: `3,417`. */
export function idsIn(text: string): number[] {
  const ids = text.split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return [...new Set(ids.map(Number))].slice(0, mostPeople);
}
