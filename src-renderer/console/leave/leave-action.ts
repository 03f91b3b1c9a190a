import UserMinus from '@lucide/icons/icons/user-minus';
import { mostPeople } from '#shared/contract/window.constant.ts';
import { consoles } from '#shared/text/en/console.ts';
import { attempt } from '../../components/messages/attempt.ts';
import type { Action } from '../actions.ts';
import type { ListRow } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import { selectedPeople, type ListOfPeople } from '../../stores/people/leavers.svelte.ts';

const words = consoles.leave;

/** Shows what happens if the selected people leave. For every list whose rows have the ID of a person. */
export function leaveAction<Row extends ListRow>(
  { route, session }: Pick<Stores, 'route' | 'session'>,
  collection: ListOfPeople,
): Action<Row> {
  return {
    id: `${collection}.leave`,
    label: words.action,
    icon: UserMinus,
    disabledReason: ({ count }) => (count > mostPeople ? words.tooMany(mostPeople) : null),
    run: ({ selection }) =>
      void attempt(async () => {
        const ids = await selectedPeople(session, collection, selection);
        route.navigate(leaversPath(ids));
      }, words.actionFailed),
  };
}

/** The path of the page about these people who leave. */
export const leaversPath = (ids: readonly number[]): string =>
  ids.length === 0 ? '/people' : `/people?ids=${[...new Set(ids)].slice(0, mostPeople).join(',')}`;

/** The IDs in the address of that page, each once. */
export function idsIn(query: URLSearchParams): number[] {
  const texts = (query.get('ids') ?? '').split(',').filter((text) => /^[1-9]\d{0,14}$/.test(text));
  return [...new Set(texts.map(Number))].slice(0, mostPeople);
}
