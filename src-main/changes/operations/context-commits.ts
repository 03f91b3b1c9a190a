import { contextCommits as api } from '#main/api/endpoints/context-commits.ts';
import type { Applied, State, Operation, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write, WriteOf } from '../operation-kit/write.ts';
import { findRows } from '../operation-kit/read-resource.ts';
import { checkedInverse } from '../operation-kit/inverse.ts';

/** The context commits of the merge request, in `ids`. */
async function read({ path }: Write, reading: ReadContext): Promise<State> {
  return { ids: (await findRows(api.list, { path }, () => true, reading)).map(({ id }) => id) };
}

export const contextCommits: OperationsOf<typeof api> = {
  'context-commits.add': operation('context-commits.remove', true),
  'context-commits.remove': operation('context-commits.add', false),
};

type Op = keyof typeof contextCommits;

function operation(opposite: Op, isAdding: boolean): Operation<WriteOf<Op>> {
  return {
    read,
    readRequests: 1,
    comparable: ({ ids }) => ({
      commits: ids,
      'the order of the commits': (ids as string[]).map((id) => id.slice(0, 8)).join(', '),
    }),
    caches: { kind: 'rows', collection: 'contextCommits', scope: 'project/mr', removed: knownIds },
    ...checkedInverse(({ write, before, reply }: Applied<WriteOf<Op>>) => {
      if (before === null) return null;
      // Only commits that were not in the list before were added, and only commits that were in it were removed
      const commits = isAdding ? addedIds(write, before, reply) : knownIds(write, before);
      return commits.length === 0 ? [] : [{ op: opposite, path: write.path, body: { commits } }];
    }),
    probe: async (write, before, reading) => {
      const now = idsOf(await read(write, reading));
      const isThere = (ids: readonly string[], sha: string) => ids.some((id) => id.startsWith(sha));
      const wanted = requestedShas(write).filter((sha) => isThere(idsOf(before), sha) !== isAdding);
      if (wanted.length === 0) return 'unknown';
      if (wanted.every((sha) => isThere(now, sha) === isAdding)) return 'applied';
      return wanted.every((sha) => isThere(now, sha) !== isAdding) ? 'not-applied' : 'unknown';
    },
    names: { of: 'place' },
  };
}

/** The IDs of the listed commits that a write names by their SHA or by the beginning of it. */
function knownIds(write: Write, before: State | null): string[] {
  return requestedShas(write).flatMap((sha) => idsOf(before).filter((id) => id.startsWith(sha)));
}

/** The commits that were not listed before, by their whole SHA if the reply has it. */
function addedIds(write: Write, before: State, reply: unknown): string[] {
  const replied = (Array.isArray(reply) ? (reply as State[]) : []).flatMap(({ id }) =>
    typeof id === 'string' ? [id] : [],
  );
  return requestedShas(write)
    .filter((sha) => !idsOf(before).some((id) => id.startsWith(sha)))
    .map((sha) => replied.find((id) => id.startsWith(sha)) ?? sha);
}

const requestedShas = ({ body }: Write) =>
  ((body?.['commits'] as string[] | undefined) ?? []).map((sha) => sha.toLowerCase());
const idsOf = (state: State | null) => (state?.['ids'] as string[] | undefined) ?? [];
