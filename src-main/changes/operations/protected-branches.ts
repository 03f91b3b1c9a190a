import type { protectedBranches as api } from '#main/api/endpoints/protected-branches.ts';
import type { State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { branchAt } from './branches.ts';
import { withoutParameters } from '../operation-kit/inverse.ts';
import { nameIn } from '../operation-kit/probes.ts';

const nameOf = ({ path, body }: Write) => nameIn(path, 'name') ?? nameIn(body, 'name') ?? '';

/** The API has no list of rules. A branch reports whether it is protected; for a pattern this can't be read. */
async function read(write: Write, reading: ReadContext): Promise<State | null> {
  const name = nameOf(write);
  const branch = name.includes('*') ? null : await branchAt(write.path, name, reading);
  const { protected: isProtected, developers_can_push, developers_can_merge } = branch ?? {};
  return { name, protected: isProtected, developers_can_push, developers_can_merge };
}

/** The name of a single branch; null: a pattern, which can match several branches. */
function branchOf(write: Write): string | null {
  const name = nameOf(write);
  return name.includes('*') ? null : name;
}

/** Access level of Developers (document 3:29). Level 0 means no access. */
const developer = 30;

/** Whether Developers have a permission, by the levels in the reply, else by the sent level. Default: Maintainers. */
function includesDevelopers(returned: unknown, sent: unknown): boolean {
  const levels = Array.isArray(returned)
    ? returned.map((one: unknown) => (one as { access_level?: unknown } | null)?.access_level)
    : [sent];
  return levels.some((level) => typeof level === 'number' && level > 0 && level <= developer);
}

export const protectedBranches: OperationsOf<typeof api> = {
  'protected-branches.protect': {
    resources: (write) => [[...resourcePathOf(write), nameOf(write)]],
    caches: {
      kind: 'fields',
      collection: 'branches',
      scope: 'project',
      id: branchOf,
      fields: ({ body }, reply) => ({
        protected: true,
        developers_can_push: includesDevelopers(reply['push_access_levels'], body?.['push_access_level']),
        developers_can_merge: includesDevelopers(reply['merge_access_levels'], body?.['merge_access_level']),
      }),
    },
    read,
    readRequests: 1,
    comparable: () => ({}),
    inverse: ({ write }) => [{ op: 'protected-branches.unprotect', path: { ...write.path, name: nameOf(write) } }],
    probe: async (write, before, reading) => {
      const now = (await read(write, reading))?.['protected'];
      if (now === false) return 'not-applied';
      return now === true && before?.['protected'] === false ? 'applied' : 'unknown';
    },
    names: { label: nameOf },
  },
  'protected-branches.unprotect': {
    // A pattern may still protect the branch. The next sync of the branches corrects this
    caches: {
      kind: 'fields',
      collection: 'branches',
      scope: 'project',
      id: branchOf,
      fields: () => ({ protected: false, developers_can_push: false, developers_can_merge: false }),
    },
    read,
    readRequests: 1,
    whySkipped: ({ protected: isProtected }) => (isProtected === false ? words.notProtected : null),
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
    names: { label: nameOf },
  },
};
