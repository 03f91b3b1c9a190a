import type { Call } from '#shared/contract/changes.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { rig, type Rig } from '../../helpers/rig.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { applyAndWait, rowsOf } from '../changes-rig.ts';

/** A core with the repository of a project, as the instance has it. */
export async function withRepository({ as, path = PROJECT_PATHS.private }: { as?: TokenName; path?: string } = {}) {
  const rigged = await rig(as === undefined ? {} : { as });
  return { ...rigged, ...repositoryOf(rigged, path), ...writesOf(rigged) };
}

/** The repository of a project on the instance. */
export function repositoryOf({ platform: { world } }: Rig, path: string) {
  const project = world.projects.lookup(path);
  const user = world.users.ordered('id').find(({ is_admin }) => is_admin);
  if (project === undefined || user === undefined) throw new Error(`no project ${path}`);
  const repository = world.repositories.of(project);
  const commitAt = async (ref: string): Promise<string> => (await world.repositories.resolve(project, ref)) ?? '';
  const bytes = async (file: string, ref = 'main'): Promise<Buffer | undefined> => {
    const blob = await repository.blob(await commitAt(ref), file);
    return blob === undefined ? undefined : repository.content(blob.id);
  };
  return {
    id: project.id,
    project,
    repository,
    commitAt,
    bytes,
    /** The text of a file; undefined: it does not exist. */
    text: async (file: string, ref = 'main') => (await bytes(file, ref))?.toString('utf8'),
    /** The newest commit of a branch, tag or commit. */
    newest: async (ref = 'main') => (await repository.commits([await commitAt(ref)]))[0],
    branches: async () => (await repository.branches()).map(({ name }) => name),
    /** Somebody else changes a file on the default branch. */
    change: async (file: string, text: string) => {
      const actions = [{ kind: 'update' as const, path: file, content: Buffer.from(text) }];
      await world.repositories.commit(project, user, { branch: 'main', message: 'Meanwhile', actions });
    },
    /** Somebody else protects a branch. */
    protect: (name: string) =>
      world.protectedBranches.add({
        ...{ project_id: project.id, name, push_access_levels: [], merge_access_levels: [] },
        ...{ unprotect_access_levels: [], allow_force_push: false, code_owner_approval_required: false },
      }),
    rules: () => world.protectedBranches.of(project),
  };
}

function writesOf({ client }: Rig) {
  /** Apply a plan of one write. Returns the plan, and its row at the end. */
  const apply = async (call: Call) => {
    const plan = await client.changes.plan({ calls: [call] });
    const [before] = await rowsOf(client, plan.id);
    const done = await applyAndWait(client, plan, false);
    const [row] = await rowsOf(client, plan.id);
    return { plan: done, before, row };
  };
  return {
    apply,
    /** Undo a plan, and wait for its end. */
    undo: async (planId: string) => applyAndWait(client, await client.changes.undo({ planId })),
  };
}
