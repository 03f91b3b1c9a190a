import { artifacts } from '#main/api/endpoints/artifacts.ts';
import { branches } from '#main/api/endpoints/branches.ts';
import { BRANCHES } from '../platform/seed/repositories.ts';
import { must, type CaseContext, type Cases, type Prepare } from './undo-case.ts';

let made = 0;
/** A branch that does not exist yet. */
const freshBranch = () => `made-${(made += 1)}`;

const sha = '0123456789abcdef0123456789abcdef01234567';

const jobIn = ({ world, project }: CaseContext, name: string) => {
  const pipelines = world.pipelines.successful(project.id, 'main').map((pipeline) => pipeline.id);
  return must(world.jobs.filter((job) => job.name === name && pipelines.includes(job.pipeline_id)).at(-1)).id;
};

/** A write to a file on the default branch, and the same write with a new branch. */
function fileCases(verb: string, file_path: string, fields: object): Prepare[] {
  const write = ({ at }: CaseContext, more: object) => ({
    op: `files.${verb}`,
    path: { id: at.project, file_path },
    body: { branch: 'main', commit_message: 'Take it', ...fields, ...more },
  });
  return [(bench) => write(bench, {}), (bench) => write(bench, { branch: freshBranch(), start_branch: 'main' })];
}

const commitCase =
  (body: object): Prepare =>
  ({ at }) => ({ op: 'commits.create', path: { id: at.project }, body: { ...body } });
const lessText = [{ action: 'update', file_path: 'README.md', content: 'Less' }];

/** `level`: the role that could push to the branch and merge into it. */
const unprotectCase =
  (level: number): Prepare =>
  ({ world, project, at }) => {
    const rule = must(world.protectedBranches.of(project).find(({ name }) => name === BRANCHES.protected));
    const id = world.protectedBranches.nextAccessId();
    const levels = [{ id, access_level: level, user_id: null, group_id: null }];
    Object.assign(rule, { push_access_levels: levels, merge_access_levels: structuredClone(levels) });
    return { op: 'protected-branches.unprotect', path: { id: at.project, name: BRANCHES.protected } };
  };

export const cases: Cases = {
  'files.create': fileCases('create', 'docs/new.md', { content: '# Neu – größer' }),
  'files.edit': [
    ...fileCases('edit', 'scripts/deploy.sh', { content: 'ZXhpdCAwCg==', encoding: 'base64', execute_filemode: false }),
    ...fileCases('edit', 'README.md', { content: 'Weniger – größer' }).slice(0, 1),
  ],
  'files.remove': fileCases('remove', 'scripts/deploy.sh', {}),
  'commits.create': [
    commitCase({
      branch: 'main',
      commit_message: 'Tidy up',
      actions: [
        { action: 'create', file_path: 'docs/new.md', content: '# New' },
        { action: 'update', file_path: 'docs/new.md', content: '# Newer' },
        { action: 'update', file_path: 'README.md', content: 'Less' },
        { action: 'delete', file_path: 'scripts/deploy.sh' },
        { action: 'move', file_path: 'lib/main.ts', previous_path: 'src/main.ts' },
        { action: 'chmod', file_path: 'README.md', execute_filemode: true },
      ],
    }),
    commitCase({ branch: 'made', start_branch: BRANCHES.slash, commit_message: 'Begin', actions: lessText }),
    commitCase({
      ...{ branch: BRANCHES.slash, start_branch: 'main', force: true, commit_message: 'Over it' },
      actions: lessText,
    }),
    commitCase({ branch: 'main', commit_message: 'Start the pipeline again', allow_empty: true }),
    commitCase({
      ...{ branch: 'main', commit_message: 'Exchange two files' },
      actions: [
        { action: 'move', file_path: 'meanwhile', previous_path: 'README.md' },
        { action: 'move', file_path: 'README.md', previous_path: 'src/main.ts' },
        { action: 'move', file_path: 'src/main.ts', previous_path: 'meanwhile' },
      ],
    }),
  ],
  'branches.create': ({ at }) => ({
    op: 'branches.create',
    path: { id: at.project },
    body: { branch: 'fix/über', ref: 'main' },
  }),
  'branches.remove': ({ at }) => ({ op: 'branches.remove', path: { id: at.project, branch: BRANCHES.slash } }),
  'branches.removeMerged': ({ at }) => ({ op: 'branches.removeMerged', path: { id: at.project } }),
  'protected-branches.protect': [BRANCHES.slash, 'release/*'].map((name) => ({ at }: CaseContext) => ({
    op: 'protected-branches.protect',
    path: { id: at.project },
    body: { name },
  })),
  'protected-branches.unprotect': [unprotectCase(30), unprotectCase(40)],
  'submodules.edit': ({ at }) => ({
    op: 'submodules.edit',
    path: { id: at.project, submodule: 'vendor/shared' },
    body: { branch: 'main', commit_sha: sha, commit_message: 'Take the new one' },
  }),
  'artifacts.keep': (bench) => ({
    op: 'artifacts.keep',
    path: { id: bench.at.project, job_id: jobIn(bench, 'build') },
  }),
  'artifacts.remove': async (bench) => {
    const path = { id: bench.at.project, job_id: jobIn(bench, 'build') };
    await bench.send(artifacts.tree, { path });
    return { op: 'artifacts.remove', path };
  },
  'artifacts.removeAll': ({ at }) => ({ op: 'artifacts.removeAll', path: { id: at.project } }),
  'deployments.create': async ({ send, at }) => {
    const main = await send(branches.get, { path: { id: at.project, branch: 'main' } });
    const body = { environment: 'lab', sha: main.commit?.id, ref: 'main', tag: false, status: 'running' };
    return { op: 'deployments.create', path: { id: at.project }, body };
  },
  // Real installations refuse to change a deployment of a job
  'deployments.edit': (['success', 'running', 'blocked'] as const).map((status) => ({ world, at, project }) => {
    const row = must(world.deployments.of(project.id).find((one) => one.status === 'success' && one.job_id !== null));
    Object.assign(row, { status, job_id: null, ...(status === 'running' && { finished_at: null }) });
    const path = { id: at.project, deployment_id: row.id };
    return { op: 'deployments.edit', path, body: { status: 'failed' } };
  }),
  'deployments.remove': [true, false].map((isOfJob) => ({ world, at, project }) => {
    const row = must(
      world.deployments
        .of(project.id)
        .find(
          (one) =>
            one.status === 'success' && one.job_id !== null && one.user_id !== 1 && !world.deployments.isLast(one),
        ),
    );
    if (isOfJob) row.approvals = [{ user_id: 2, status: 'approved', created_at: row.created_at, comment: 'Fine' }];
    else Object.assign(row, { job_id: null, user_id: 1 });
    return { op: 'deployments.remove', path: { id: at.project, deployment_id: row.id } };
  }),
};
