import { branches as api } from '#main/api/endpoints/branches.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Applied, State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write, WriteOf } from '../operation-kit/write.ts';
import { resourcePathOf, type ResourcePath } from '../operation-kit/resources.ts';
import { ofPlace } from '../operation-kit/of-place.ts';
import { findRows, readOne, readWith } from '../operation-kit/read-resource.ts';
import { checkedInverse, withoutParameters } from '../operation-kit/inverse.ts';
import { deletionProbe, creationProbe, nameIn, textOf } from '../operation-kit/probes.ts';

const readBranchInPath = readWith(api.get);
const readBranchInBody = ({ path, body }: Write, reading: ReadContext) =>
  branchAt(path, nameIn(body, 'branch'), reading);

export const branches: OperationsOf<typeof api> = {
  'branches.create': {
    caches: { kind: 'new', collection: 'branches', scope: 'project' },
    resources: (write) => [branchResource(write)],
    read: readBranchInBody,
    readRequests: 1,
    comparable: () => ({}),
    inverse: ({ write: { path, body }, before }) =>
      before === null ? [{ op: 'branches.remove', path: { ...path, branch: nameIn(body, 'branch') ?? '' } }] : null,
    probe: creationProbe(readBranchInBody),
    names: { label: ({ body }) => nameIn(body, 'branch') },
  },
  'branches.remove': {
    caches: { kind: 'row', collection: 'branches', id: 'branch', scope: 'project' },
    read: readBranchInPath,
    readRequests: 1,
    whySkipped: ({ default: isDefault, protected: isProtected }) => {
      if (isDefault === true) return words.defaultBranch;
      return isProtected === true ? words.protectedBranch : null;
    },
    ...checkedInverse(({ write: { path }, before }: Applied<WriteOf<'branches.remove'>>) => {
      const ref = headOf(before);
      if (ref === null) return null;
      return [
        {
          op: 'branches.create',
          path: withoutParameters(path, ['branch']),
          body: { branch: String(path['branch']), ref },
        },
      ];
    }),
    probe: deletionProbe(readBranchInPath),
  },
  'branches.removeMerged': {
    resources: (write) => [branchResource(write, null)],
    read: readMergedBranches,
    readRequests: 1,
    probe: async (write, before, reading) => {
      const now = await readMergedBranches(write, reading);
      if (now === null) return 'applied';
      return before !== null && countOf(now) >= countOf(before) ? 'not-applied' : 'unknown';
    },
    needsTypedName: true,
    ...ofPlace,
  },
};

/**
 * The resource path of the branch in the request body; null: of all branches. The files of a branch are parts of it.
 */
export function branchResource(write: Write, branch = nameIn(write.body, 'branch')): ResourcePath {
  const all = [...resourcePathOf(write, 'repository'), 'branches'];
  return branch === null ? all : [...all, branch];
}

export async function branchAt(
  path: Write['path'],
  branch: string | null,
  reading: ReadContext,
): Promise<State | null> {
  return branch === null ? null : readOne(api.get, { path: { ...path, branch } }, reading);
}

/** The SHA of the last commit of a branch. */
export const headOf = (branch: State | null): string | null =>
  textOf(branch?.['commit'] as State | null | undefined, 'id');

/** The branches that the operation would delete; null: none. */
async function readMergedBranches({ path }: Write, reading: ReadContext): Promise<State | null> {
  const isMerged = (row: State) => row['merged'] === true && row['protected'] !== true && row['default'] !== true;
  const rows = await findRows(api.list, { path }, isMerged, reading);
  return rows.length === 0 ? null : { branches: rows.map(({ name }) => name) };
}

const countOf = (state: State) => (state['branches'] as unknown[]).length;
