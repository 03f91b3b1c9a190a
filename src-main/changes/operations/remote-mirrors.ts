import { remoteMirrors as api } from '#main/api/endpoints/remote-mirrors.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Applied, Naming, State, OperationsOf } from '../operation-kit/operation.ts';
import type { AnyWrite, WriteOf } from '../operation-kit/write.ts';
import { readWith } from '../operation-kit/read-resource.ts';
import { checkedInverse, formerFields, presentFields, recreate, removeCreated } from '../operation-kit/inverse.ts';
import { deletionProbe, textOf } from '../operation-kit/probes.ts';

const read = readWith(api.get);
const switches = ['enabled', 'auth_method', 'keep_divergent_refs', 'only_protected_branches'];
const cachedRow = { kind: 'row', collection: 'remoteMirrors', scope: 'project', id: 'mirror_id' } as const;
/** The documented address; only the cache has the name of the host. */
const names: Naming = { label: (_, { row }) => textOf(row, 'url') };

const restorable = [...switches, 'mirror_branch_regex'];
const lost = ['id', 'the credentials', 'mirror_branch_regex', 'last_update_at'];
const usesSsh = (before: State | null): boolean => before?.['auth_method'] !== 'password';
/** Only some instances return the regular expression. It can be restored only there. */
const hasRegex = (before: State | null): boolean => before?.['mirror_branch_regex'] !== undefined;

export const remoteMirrors: OperationsOf<typeof api> = {
  'remote-mirrors.create': {
    caches: { kind: 'new', collection: 'remoteMirrors', scope: 'project' },
    inverse: removeCreated('remote-mirrors.remove', 'mirror_id'),
  },
  'remote-mirrors.edit': {
    caches: cachedRow,
    read,
    readRequests: 1,
    // The platform returns fingerprints, which can't be compared with keys
    comparable: ({ host_keys: _, ...rest }) => rest,
    ...checkedInverse(inverseOfEdit),
    loses: ({ body }, before) => {
      const clears = body?.only_protected_branches === true;
      const lost = {
        host_keys: body?.host_keys !== undefined || (body?.auth_method !== undefined && usesSsh(before)),
        mirror_branch_regex: clears || (body?.mirror_branch_regex !== undefined && !hasRegex(before)),
      };
      return Object.keys(lost).filter((name) => lost[name as keyof typeof lost]);
    },
    names,
  },
  'remote-mirrors.sync': {
    // The reply is empty. The next check of the list shows how far the update is
    caches: { ...cachedRow, extraFields: () => ({ update_status: 'scheduled' }) },
    read,
    readRequests: 1,
    // What the platform replies for a disabled mirror is not documented (document 1:188)
    whySkipped: ({ enabled }) => (enabled === false ? words.disabledMirror : null),
    names,
  },
  'remote-mirrors.remove': {
    caches: cachedRow,
    read,
    readRequests: 1,
    ...checkedInverse(
      recreate('remote-mirrors.create', ['mirror_id'], (before) => {
        const url = textOf(before, 'url');
        return url === null
          ? null
          : { ...presentFields(before, restorable), url: url.replace(/^([a-z]+:\/\/)[^/]*@/i, '$1') };
      }),
    ),
    loses: (_, before) => [...lost, ...(usesSsh(before) ? ['the SSH key', 'host_keys'] : [])],
    probe: deletionProbe(read),
    names,
  },
};

/**
 * Host keys can't be restored, because the platform returns only fingerprints. `mirror_branch_regex` is returned by
 * some platforms only. It excludes `only_protected_branches`, so it must be cleared before that switch is set.
 */
function inverseOfEdit(applied: Applied<WriteOf<'remote-mirrors.edit'>>): AnyWrite[] | null {
  const { op, path, body } = applied.write;
  const former = formerFields(applied, { only: restorable });
  if (former === null) return null;
  const { mirror_branch_regex: was, ...rest } = former;
  const clears = rest['only_protected_branches'] === true && textOf(body, 'mirror_branch_regex') !== null;
  const regex = clears ? '' : 'mirror_branch_regex' in former ? (was ?? '') : undefined;
  const first: AnyWrite[] = regex === undefined ? [] : [{ op, path, body: { mirror_branch_regex: regex } }];
  const then: AnyWrite = { op, path, body: rest };
  if (Object.keys(rest).length === 0) return first;
  // The former expression can be restored only after the switch that excludes it is off
  return rest['only_protected_branches'] === false ? [then, ...first] : [...first, then];
}
