import { branches } from '#main/api/endpoints/branches.ts';
import { deployments as api } from '#main/api/endpoints/deployments.ts';
import { canChangeStatus, DeploymentStatus } from '#shared/contract/deployments.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Naming, State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { readOne, readWith } from '../operation-kit/read-resource.ts';
import { withoutParameters } from '../operation-kit/inverse.ts';
import { deletionProbe, nameIn, textOf } from '../operation-kit/probes.ts';

const read = readWith(api.get);
const names: Naming = {
  label: (_, { row }) => {
    const environment = textOf(environmentOf(row), 'name');
    return environment && words.numbered(environment, `#${nameIn(row, 'iid', 'id') ?? ''}`);
  },
};
const cachedRow = { kind: 'row', collection: 'deployments', scope: 'project', id: 'deployment_id' } as const;
const isSettable = (status: unknown) => DeploymentStatus.safeParse(status).success;
const irreversible = (_: Write, before: State | null) => {
  if (before === null) return words.irreversible.unreadable;
  return isSettable(before['status']) ? null : words.irreversible.deploymentStatus;
};

export const deployments: OperationsOf<typeof api> = {
  'deployments.create': {
    caches: { kind: 'new', collection: 'deployments', scope: 'project' },
    names: { label: ({ body }) => nameIn(body, 'environment'), detail: ({ body }) => nameIn(body, 'ref') },
  },
  'deployments.edit': {
    read,
    readRequests: 1,
    caches: cachedRow,
    inverse: ({ write: { op, path, body }, before }) => {
      if (!isSettable(before?.['status'])) return null;
      return before?.['status'] === body?.['status'] ? [] : [{ op, path, body: { status: before?.['status'] } }];
    },
    irreversible,
    whySkipped: (before, dialect) => (canChangeStatus(before, dialect) ? null : words.deploymentOfJob),
    names,
  },
  'deployments.remove': {
    read: withTag,
    // An undo needs `tag`, which a deployment without a job does not have
    canUseCachedRow: (row) => tagOf(row) !== undefined,
    readRequests: 2,
    caches: cachedRow,
    inverse: ({ write, before }) => {
      const environment = textOf(environmentOf(before), 'name');
      const tag = tagOf(before);
      if (before === null || environment === null || tag === undefined || !isSettable(before['status'])) return null;
      const { sha, ref, status } = before;
      const path = withoutParameters(write.path, ['deployment_id']);
      return [{ op: 'deployments.create', path, body: { environment, sha, ref, tag, status } }];
    },
    irreversible,
    probe: deletionProbe(read),
    names,
  },
};

/** Adds `tag`: from the job of the deployment, or if it has none, whether no branch has the name in `ref`. */
async function withTag(write: Write, reading: ReadContext): Promise<State | null> {
  const state = await read(write, reading);
  if (state === null) return null;
  const tag = tagOf(state);
  if (tag !== undefined) return { ...state, tag };
  const branch = textOf(state, 'ref') ?? '';
  return { ...state, tag: (await readOne(branches.get, { path: { ...write.path, branch } }, reading)) === null };
}

const environmentOf = (state: State | null) => state?.['environment'] as State | null | undefined;

/** Whether `ref` is a tag, as added by `withTag` or from the job. Undefined: not known. */
function tagOf(state: State | null): boolean | undefined {
  const job = state?.['deployable'] as State | null | undefined;
  return [state?.['tag'], job?.['tag']].find((tag) => typeof tag === 'boolean');
}
