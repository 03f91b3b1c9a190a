import type { HistoryEntry } from '#shared/contract/history.ts';
import { mostPeople } from '#shared/contract/people.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The cached names of people that entries contain only by ID. Empty if they cannot be loaded. */
export async function namesInEntries(
  session: Session,
  entries: readonly Pick<HistoryEntry, 'fields'>[],
): Promise<Map<number, string>> {
  const values = entries.flatMap(({ fields }) => fields.filter(({ name }) => name.endsWith('.id')));
  const known = values.flatMap(({ before, after }) => [before, after]);
  const ids = [...new Set(known)].filter((id): id is number => Number.isSafeInteger(id) && Number(id) > 0);
  if (ids.length === 0) return new Map();
  const { people } = await session.client.people.get({ ids: ids.slice(0, mostPeople) }).catch(() => ({ people: [] }));
  return new Map(
    people.flatMap((one) => {
      const name = one?.row['name'];
      return one && typeof name === 'string' && name.trim() !== '' ? [[one.id, name] as const] : [];
    }),
  );
}
