import { scopeOfRevisions } from '#shared/contract/scope.ts';
import { rig, syncList } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { createHistory, type History } from '../../platform/seed/history.ts';

export const slice = { from: 0, count: 200 };
const author = { name: 'Ada Park', email: 'ada@mail.example' };
const request = 'GET /projects/:id/repository/commits';
export const startMs = Date.UTC(2026, 0, 5, 9);

/** A project whose history the test writes. `commit` adds a commit `minute` minutes after the start. */
export async function withHistory(commits = 0) {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { world } = platform;
  const project = world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  let history = createHistory(project.default_branch);
  const main = project.default_branch;
  const commit = (minute: number, message: string, more: { branch?: string; merge?: string } = {}): string => {
    const { branch = main, ...step } = more;
    const put = { [`${message}.txt`]: `${message}\n` };
    return history.commit(branch, { author, atMs: startMs + minute * 60_000, message, put, ...step });
  };
  for (let at = 0; at < commits; at += 1) commit(at, `change ${at}`);
  const push = (): void => world.repositories.replace(project, history.planned());
  push();
  const scope = scopeOfRevisions(`project:${project.id}`, main);
  return {
    ...rigged,
    project: `project:${project.id}`,
    scope,
    main,
    commit,
    push,
    history: (): History => history,
    startOver: (): History => (history = createHistory(main)),
    sync: () => syncList(client, 'commits', scope),
    listed: async (notReturned: 'hide' | 'only' = 'hide', at = scope) => {
      const query = { scope: at, notReturned, sort: { by: 'committed_date' as const, direction: 'desc' as const } };
      return (await client.commits.list({ query, slice })).rows.map(({ row }) => row.title);
    },
    count: () => platform.requests.count(request),
  };
}
