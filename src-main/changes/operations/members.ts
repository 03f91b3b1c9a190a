import { members as api } from '#main/api/endpoints/members.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { findRow, findRows, readOne } from '../operation-kit/read-resource.ts';
import { nameIn, textOf } from '../operation-kit/probes.ts';

export const members: OperationsOf<typeof api> = {
  'members.create': {
    caches: {
      kind: 'new',
      collection: 'members',
      scope: 'project',
      extraFields: ({ body }) => ({ is_direct: true, direct_access_level: body?.access_level }),
    },
    // With a user name only, the IDs are not known
    resources: (write) => {
      const ids = idsIn(write);
      return ids.length === 0 ? [resourcePathOf(write)] : ids.map((id) => [...resourcePathOf(write), id]);
    },
    read,
    readRequests: 1,
    probe: async (write, before, reading) => {
      const wanted = idsIn(write).length || 1;
      const found = membersIn(await read(write, reading));
      if (found.length === 0) return 'not-applied';
      const isNew = before === null && found.every((member) => member['access_level'] === write.body?.['access_level']);
      return isNew && found.length === wanted ? 'applied' : 'unknown';
    },
    label: (state, { body }) =>
      nameIn(state, 'name', 'username') ?? nameIn(body, 'username', 'user_id') ?? words.unnamed.member,
  },
};

/** The direct member. If the write adds several users, those who are members already, in `members`. */
async function read(write: Write, reading: ReadContext): Promise<State | null> {
  const { path, body } = write;
  const ids = idsIn(write);
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return readOne(api.get, { path: { ...path, user_id: only } }, reading);
  if (ids.length > 1) {
    const found = await findRows(api.list, { path, query: { user_ids: ids } }, () => true, reading);
    return found.length === 0 ? null : { members: found };
  }
  const username = textOf(body, 'username');
  if (username === null) return null;
  const isIt = (row: State) => String(row['username']).toLowerCase() === username.toLowerCase();
  return findRow(api.list, { path, query: { query: username } }, isIt, reading);
}

function membersIn(state: State | null): State[] {
  if (state === null) return [];
  return Array.isArray(state['members']) ? (state['members'] as State[]) : [state];
}

function idsIn({ body }: Write): number[] {
  return nameIn(body, 'user_id')?.split(',').map(Number) ?? [];
}
