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
    // A user name and an ID can belong to the same person. This is not checked: the platform refuses the second write
    resources: (write) => {
      const ids = idsIn(write);
      const name = textOf(write.body, 'username')?.toLowerCase() ?? '';
      return (ids.length === 0 ? [name] : ids).map((one) => [...resourcePathOf(write), one]);
    },
    read,
    readRequests: 2,
    probe: async (write, before, reading) => {
      const wanted = idsIn(write).length || 1;
      const found = membersIn(await read(write, reading));
      if (found.length === 0) return 'not-applied';
      const isNew =
        membersIn(before).length === 0 &&
        found.every((member) => member['access_level'] === write.body?.['access_level']);
      return isNew && found.length === wanted ? 'applied' : 'unknown';
    },
    whyUnchanged: (before, { body }) => {
      const { access_level: level, isInherited } = before as { access_level?: number; isInherited?: boolean };
      // A member through a group can become a direct member with the same level or a higher one
      if (level === undefined || (isInherited === true && level <= Number(body?.access_level))) return null;
      return words.already.member(level, isInherited === true);
    },
    names: {
      of: ({ body }) => {
        const [id, ...others] = idsIn({ body });
        return id === undefined || others.length > 0 ? null : { collection: 'users', scope: null, id };
      },
      label: ({ body }, { row, other }) => {
        const ids = idsIn({ body });
        const name = nameIn(row, 'name', 'username') ?? nameIn(other, 'name', 'username') ?? nameIn(body, 'username');
        return name ?? (ids.length > 1 ? words.users(ids.length) : words.numbered('user', ids[0]));
      },
    },
  },
};

/**
 * The direct member, else the member through a group, with `isInherited`. If the write adds several users, those who are
 * direct members already, in `members`.
 */
async function read(write: Write, reading: ReadContext): Promise<State | null> {
  const { path, body } = write;
  const ids = idsIn(write);
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) {
    const at = { path: { ...path, user_id: only } };
    return (await readOne(api.get, at, reading)) ?? inherited(await readOne(api.getAny, at, reading));
  }
  if (ids.length > 1) {
    const found = await findRows(api.list, { path, query: { user_ids: ids } }, () => true, reading);
    return found.length === 0 ? null : { members: found };
  }
  const username = textOf(body, 'username');
  if (username === null) return null;
  const isIt = (row: State) => String(row['username']).toLowerCase() === username.toLowerCase();
  const input = { path, query: { query: username } };
  return (await findRow(api.list, input, isIt, reading)) ?? inherited(await findRow(api.listAll, input, isIt, reading));
}

const inherited = (member: State | null): State | null => member && { ...member, isInherited: true };

function membersIn(state: State | null): State[] {
  if (state === null || state['isInherited'] === true) return [];
  return Array.isArray(state['members']) ? (state['members'] as State[]) : [state];
}

function idsIn({ body }: Pick<Write, 'body'>): number[] {
  return nameIn(body, 'user_id')?.split(',').map(Number) ?? [];
}
