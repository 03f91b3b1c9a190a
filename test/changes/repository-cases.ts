import { artifacts } from '#main/api/endpoints/artifacts.ts';
import { branches } from '#main/api/endpoints/branches.ts';
import { BRANCHES } from '../platform/seed/repositories.ts';
import { must, type CaseContext, type Cases, type Prepare } from './undo-case.ts';

let made = 0;
/** A branch that does not exist yet. */
const freshBranch = () => `made-${(made += 1)}`;

const history = 'the history of commits';
const newBranch = 'the new branch';
const sha = '0123456789abcdef0123456789abcdef01234567';

/** Path, mode and blob of every file of a branch; null: the branch does not exist. */
async function treeOf({ world, project }: CaseContext, branch = 'main') {
  const repository = world.repositories.of(project);
  const head = await repository.resolve(`refs/heads/${branch}`);
  if (head === undefined) return null;
  return [...(await repository.files(head))].map(([path, { mode, id }]) => [path, mode, id]).sort();
}
const headOf = ({ world, project }: CaseContext, branch = 'main') =>
  world.repositories.resolve(project, `refs/heads/${branch}`);
const branchesOf = async ({ world, project }: CaseContext) =>
  (await world.repositories.of(project).branches()).map(({ name, commit }) => [name, commit]).sort();
const rulesOf = ({ world, project }: CaseContext) => world.protectedBranches.of(project);
const jobIn = ({ world, project }: CaseContext, name: string) => {
  const pipelines = world.pipelines.successful(project.id, 'main').map((pipeline) => pipeline.id);
  return must(world.jobs.filter((job) => job.name === name && pipelines.includes(job.pipeline_id)).at(-1)).id;
};

/** A write to a file on the default branch, and the same write with a new branch. */
function fileCases(verb: string, file_path: string, fields: object): Prepare[] {
  const body = { branch: 'main', commit_message: 'Take it', ...fields };
  const write = (bench: CaseContext, more: object) => ({
    op: `files.${verb}`,
    path: { id: bench.at.project, file_path },
    body: { ...body, ...more },
  });
  return [
    (bench) => ({
      write: write(bench, {}),
      restored: () => treeOf(bench),
      lost: { [history]: () => headOf(bench) },
    }),
    (bench) => {
      const branch = freshBranch();
      return {
        write: write(bench, { branch, start_branch: 'main' }),
        restored: async () => (await treeOf(bench, branch)) ?? (await treeOf(bench)),
        lost: { [newBranch]: () => headOf(bench, branch) },
      };
    },
  ];
}

export const repositoryCases: Cases = {
  'files.create': fileCases('create', 'docs/new.md', { content: '# Neu – größer' }),
  'files.edit': [
    ...fileCases('edit', 'scripts/deploy.sh', { content: 'ZXhpdCAwCg==', encoding: 'base64', execute_filemode: false }),
    ...fileCases('edit', 'README.md', { content: 'Weniger – größer' }).slice(0, 1),
  ],
  'files.remove': fileCases('remove', 'scripts/deploy.sh', {}),
  'commits.create': [
    (bench) => ({
      write: {
        op: 'commits.create',
        path: { id: bench.at.project },
        body: {
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
        },
      },
      restored: () => treeOf(bench),
      lost: { [history]: () => headOf(bench) },
    }),
    (bench) => ({
      write: {
        op: 'commits.create',
        path: { id: bench.at.project },
        body: {
          ...{ branch: 'made', start_branch: BRANCHES.slash, commit_message: 'Begin' },
          actions: [{ action: 'update', file_path: 'README.md', content: 'Less' }],
        },
      },
      restored: async () => (await treeOf(bench, 'made')) ?? (await treeOf(bench, BRANCHES.slash)),
      lost: { 'the new branch': () => headOf(bench, 'made') },
    }),
    (bench) => ({
      write: {
        op: 'commits.create',
        path: { id: bench.at.project },
        body: {
          ...{ branch: BRANCHES.slash, start_branch: 'main', force: true, commit_message: 'Over it' },
          actions: [{ action: 'update', file_path: 'README.md', content: 'Less' }],
        },
      },
      isIrreversible: true,
    }),
    // An empty commit changes no files
    (bench) => ({
      write: {
        op: 'commits.create',
        path: { id: bench.at.project },
        body: { branch: 'main', commit_message: 'Start the pipeline again', allow_empty: true },
      },
      isIrreversible: true,
    }),
  ],
  'branches.create': (bench) => ({
    write: { op: 'branches.create', path: { id: bench.at.project }, body: { branch: 'fix/über', ref: 'main' } },
    restored: () => branchesOf(bench),
  }),
  'branches.remove': (bench) => ({
    write: { op: 'branches.remove', path: { id: bench.at.project, branch: BRANCHES.slash } },
    restored: () => branchesOf(bench),
  }),
  'branches.removeMerged': (bench) => ({ write: { op: 'branches.removeMerged', path: { id: bench.at.project } } }),
  'protected-branches.protect': [BRANCHES.slash, 'release/*'].map((name) => (bench: CaseContext) => ({
    write: { op: 'protected-branches.protect', path: { id: bench.at.project }, body: { name } },
    restored: () => rulesOf(bench).map((rule) => rule.name),
  })),
  'protected-branches.unprotect': (bench) => {
    const rule = () => rulesOf(bench).find(({ name }) => name === BRANCHES.protected);
    const id = bench.world.protectedBranches.nextAccessId();
    Object.assign(must(rule()), { push_access_levels: [{ id, access_level: 30, user_id: null, group_id: null }] });
    return {
      write: { op: 'protected-branches.unprotect', path: { id: bench.at.project, name: BRANCHES.protected } },
      restored: () =>
        rulesOf(bench)
          .map(({ name }) => name)
          .sort(),
      lost: {
        'who may push, merge and unprotect': () => rule()?.push_access_levels.map(({ access_level }) => access_level),
      },
    };
  },
  'submodules.edit': ({ at }) => ({
    write: {
      op: 'submodules.edit',
      path: { id: at.project, submodule: 'vendor/shared' },
      body: { branch: 'main', commit_sha: sha, commit_message: 'Take the new one' },
    },
  }),
  'artifacts.keep': (bench) => ({
    write: { op: 'artifacts.keep', path: { id: bench.at.project, job_id: jobIn(bench, 'build') } },
  }),
  'artifacts.remove': async (bench) => {
    const path = { id: bench.at.project, job_id: jobIn(bench, 'build') };
    await bench.send(artifacts.tree, { path });
    return { write: { op: 'artifacts.remove', path } };
  },
  'artifacts.removeAll': ({ at }) => ({ write: { op: 'artifacts.removeAll', path: { id: at.project } } }),
  'deployments.create': async ({ send, at }) => {
    const main = await send(branches.get, { path: { id: at.project, branch: 'main' } });
    const body = { environment: 'lab', sha: main.commit?.id, ref: 'main', tag: false, status: 'running' };
    return { write: { op: 'deployments.create', path: { id: at.project }, body } };
  },
  'deployments.edit': [
    ({ world, at, project }) => {
      const row = must(world.deployments.of(project.id).find(({ status }) => status === 'success'));
      return {
        write: { op: 'deployments.edit', path: { id: at.project, deployment_id: row.id }, body: { status: 'failed' } },
        restored: () => [row.status, row.ref, row.sha, row.tag, row.environment_id],
        lost: { updated_at: () => row.updated_at, finished_at: () => row.finished_at },
      };
    },
    ({ world, at, project }) => {
      const row = must(world.deployments.of(project.id)[0]);
      row.status = 'blocked';
      const path = { id: at.project, deployment_id: row.id };
      return { write: { op: 'deployments.edit', path, body: { status: 'running' } }, isIrreversible: true };
    },
  ],
  'deployments.remove': ({ world, at, project }) => {
    const all = () => world.deployments.of(project.id);
    const row = must(
      all().find(
        (one) => one.status === 'success' && one.job_id !== null && one.user_id !== 1 && !world.deployments.isLast(one),
      ),
    );
    row.approvals = [{ user_id: 2, status: 'approved', created_at: row.created_at, comment: 'Fine' }];
    const here = () =>
      all().filter(({ sha: commit, environment_id }) => commit === row.sha && environment_id === row.environment_id);
    const each = (field: keyof typeof row) => () => JSON.stringify(here().map((one) => one[field]));
    return {
      write: { op: 'deployments.remove', path: { id: at.project, deployment_id: row.id } },
      restored: () =>
        all()
          .map(({ ref, sha: commit, tag, status, environment_id }) =>
            JSON.stringify([ref, commit, tag, status, environment_id]),
          )
          .sort(),
      lost: {
        ...{ id: each('id'), iid: each('iid'), created_at: each('created_at'), user: each('user_id') },
        ...{ deployable: each('job_id'), approvals: each('approvals') },
        'its place before newer ones': () =>
          all()
            .filter((one) => one.environment_id === row.environment_id)
            .at(-1)?.sha,
      },
    };
  },
};
