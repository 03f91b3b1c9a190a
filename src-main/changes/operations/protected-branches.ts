import type { protectedBranches as api } from '#main/api/endpoints/protected-branches.ts';
import type { State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { branchAt } from './branches.ts';
import { withoutParameters } from '../operation-kit/inverse.ts';
import { nameIn } from '../operation-kit/probes.ts';

const nameOf = ({ path, body }: Write) => nameIn(path, 'name') ?? nameIn(body, 'name') ?? '';

/** The API has no list of rules. A branch reports whether it is protected; for a pattern this can't be read. */
async function read(write: Write, reading: ReadContext): Promise<State | null> {
  const name = nameOf(write);
  const branch = name.includes('*') ? null : await branchAt(write.path, name, reading);
  return { name, protected: branch?.['protected'] };
}

export const protectedBranches: OperationsOf<typeof api> = {
  'protected-branches.protect': {
    resources: (write) => [[...resourcePathOf(write), nameOf(write)]],
    read,
    readRequests: 1,
    comparable: () => ({}),
    inverse: ({ write }) => [{ op: 'protected-branches.unprotect', path: { ...write.path, name: nameOf(write) } }],
    probe: async (write, before, reading) => {
      const now = (await read(write, reading))?.['protected'];
      if (now === false) return 'not-applied';
      return now === true && before?.['protected'] === false ? 'applied' : 'unknown';
    },
    label: (_, write) => nameOf(write),
  },
  'protected-branches.unprotect': {
    read,
    readRequests: 1,
    inverse: ({ write }) => [
      {
        op: 'protected-branches.protect',
        path: withoutParameters(write.path, ['name']),
        body: { name: nameOf(write) },
      },
    ],
    // A pattern may still protect the branch, but then sending the write again has no effect
    probe: async (write, _, reading) => {
      const now = (await read(write, reading))?.['protected'];
      return now === undefined ? 'unknown' : now === false ? 'applied' : 'not-applied';
    },
    label: (_, write) => nameOf(write),
  },
};
