import { jobTokenScope as api } from '#main/api/endpoints/job-token-scope.ts';
import { jobTokenScopeId } from '#main/cache/collections/job-token-scope.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Applied, Naming, Operation, OperationsOf } from '../operation-kit/operation.ts';
import { ofPlace } from '../operation-kit/of-place.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { readWith, readFromSharedList } from '../operation-kit/read-resource.ts';
import { checkedInverse, writeFrom } from '../operation-kit/inverse.ts';
import { deletionProbe, creationProbe, nameIn } from '../operation-kit/probes.ts';
import type { WriteOf } from '../operation-kit/write.ts';

const projects = allowlist('Project', 'target_project_id', 'jobTokenProjects', api.listProjects);
const groups = allowlist('Group', 'target_group_id', 'jobTokenGroups', api.listGroups);

export const jobTokenScope: OperationsOf<typeof api> = {
  'job-token-scope.edit': {
    read: readWith(api.get),
    readRequests: 1,
    caches: {
      kind: 'whole',
      collection: 'jobTokenScope',
      scope: 'project',
      id: jobTokenScopeId,
      record: (fields, { body }) => ({ ...fields, inbound_enabled: body?.['enabled'] }),
    },
    comparable: ({ inbound_enabled }) => (typeof inbound_enabled === 'boolean' ? { enabled: inbound_enabled } : {}),
    ...checkedInverse(({ write, before }: Applied<WriteOf<'job-token-scope.edit'>>) => {
      const was = before?.['inbound_enabled'];
      if (typeof was !== 'boolean') return null;
      return was === write.body?.['enabled'] ? [] : [{ op: write.op, path: write.path, body: { enabled: was } }];
    }),
    ...ofPlace,
  },
  'job-token-scope.addProject': projects.add,
  'job-token-scope.removeProject': projects.remove,
  'job-token-scope.addGroup': groups.add,
  'job-token-scope.removeGroup': groups.remove,
};

function allowlist(
  kind: 'Project' | 'Group',
  target: 'target_project_id' | 'target_group_id',
  collection: 'jobTokenProjects' | 'jobTokenGroups',
  list: typeof api.listProjects | typeof api.listGroups,
): Record<'add' | 'remove', Operation> {
  const readAdded = readFromSharedList(list, (row, { body }) => row['id'] === Number(body?.[target]));
  const readRemoved = readFromSharedList(list, (row, { path }) => row['id'] === Number(path[target]));
  const names: Naming = {
    label: ({ path, body }, { row, pathOf }) =>
      nameIn(row, 'path_with_namespace', 'full_path') ??
      pathOf(target === 'target_group_id' ? 'group' : 'project', nameIn({ ...body, ...path }, target)),
  };
  return {
    add: {
      resources: (write) => [[...resourcePathOf(write), String(write.body?.[target])]],
      read: readAdded,
      readRequests: 1,
      // The reply has only the IDs. The next sync adds the other fields
      caches: { kind: 'new', collection, scope: 'project', idField: target },
      whyUnchanged: () => words.already.listed,
      // An entry that existed before must not be removed
      inverse: ({ write, before }) =>
        before === null
          ? [writeFrom(`job-token-scope.remove${kind}`, { ...write.path, [target]: Number(write.body?.[target]) })]
          : null,
      probe: creationProbe(readAdded),
      names,
    },
    remove: {
      read: readRemoved,
      readRequests: 1,
      caches: { kind: 'row', collection, scope: 'project', id: target },
      comparable: ({ id }) => ({ id }),
      ...checkedInverse(({ write: { path }, before }) => {
        const { [target]: id, ...project } = path;
        return before === null ? null : [writeFrom(`job-token-scope.add${kind}`, project, { [target]: Number(id) })];
      }),
      probe: deletionProbe(readRemoved),
      names,
    },
  };
}
