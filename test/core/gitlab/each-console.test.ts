import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialects, pathToWire } from '#main/api/client/wire/dialect.ts';
import type { Write } from '#main/changes/operation-kit/write.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { senderTo } from '../../api/rig.ts';
import { allCases } from '../../changes/all-cases.ts';
import { caseContext, must, type CaseContext, type Prepare } from '../../changes/undo-case.ts';
import { undoRunner, type UndoRunner } from '../../changes/undo-runner.ts';
import { worldDifferences, worldState } from '../../changes/world-state.ts';
import { ended, syncList } from '../../helpers/rig.ts';
import { endpoints } from '../../platform/endpoints.ts';
import { pathInDialect } from '../../platform/gitlab/names.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';

type Bench = CaseContext & Pick<UndoRunner, 'client'>;
type Place = (bench: Bench) => string;

interface Console {
  /** Lists that are synced. Each must have rows. */
  lists?: readonly (readonly [CollectionName, Place])[];
  /** Another read. Returns what was read. */
  read?: (bench: Bench) => Promise<unknown>;
  /** Writes, which are undone if they can be: the first case of each operation in `test/changes`. */
  writes?: readonly string[];
}

const instance: Place = () => '';
const group: Place = ({ top }) => `group:${top.id}`;
const project: Place = (bench) => `project:${bench.project.id}`;
const mergeRequest: Place = (bench) => {
  const { iid } = must(
    bench.world.mergeRequests.find(
      ({ project_id, context_commits }) => project_id === bench.project.id && context_commits.length > 1,
    ),
  );
  return `${project(bench)}/mr:${iid}`;
};
const issue: Place = (bench) => {
  const of = bench.world.issues.filter(({ project_id }) => project_id === bench.project.id);
  const { iid } = must(of.find(({ id }) => bench.world.notes.on('Issue', id).length > 0));
  return `${project(bench)}/issue:${iid}`;
};
const job: Place = (bench) => {
  const { jobs, pipelines } = bench.world;
  const own = jobs.filter(({ pipeline_id: of }) => pipelines.get(of)?.project_id === bench.project.id);
  const { id } = must(own.find(({ artifacts }) => artifacts?.files.has('build.json') === true));
  return `${project(bench)}/job:${id}`;
};
const hook: Place = (bench) => {
  const { webhooks } = bench.world;
  const hooks = [...webhooks.events.all()].map((event) => must(webhooks.get(event.webhook_id)));
  return `${project(bench)}/hook:${must(hooks.find(({ project_id }) => project_id === bench.project.id)).id}`;
};
const textAt = (path: string) => async (bench: Bench) => {
  const at = { scope: project(bench), ref: 'main', path };
  await bench.client.repositoryFiles.check(at);
  const { content } = await bench.client.repositoryFiles.open(at);
  return content.kind === 'text' && content.text;
};

const consoles: Readonly<Record<string, Console>> = {
  users: { lists: [['users', instance]] },
  'service accounts': { lists: [['serviceAccounts', group]], writes: ['group-service-accounts.edit'] },
  'access tokens': { lists: [['accessTokens', group]], writes: ['group-service-accounts.createToken'] },
  'enterprise users': { lists: [['enterpriseUsers', group]], writes: ['enterprise-users.edit'] },
  keys: {
    read: async ({ client, world }) => {
      const { found } = await client.keys.read({ text: must(world.keys.all()[0]).key });
      await ended(client, (await client.keys.lookUp({ queries: found })).id);
      return (await client.keys.answers({ queries: found })).answers.find((answer) => answer?.row.answer === 'known');
    },
  },
  'SSH certificates': { lists: [['sshCertificates', group]], writes: ['ssh-certificates.create'] },
  'push rules': { lists: [['pushRules', group]], writes: ['push-rules.edit'] },
  members: { lists: [['members', project]], writes: ['members.create'] },
  runners: {
    lists: [
      ['runners', instance],
      ['runners', project],
    ],
    writes: ['runners.edit'],
  },
  imports: { writes: ['imports.fromCodehostA', 'imports.fromCodehostB', 'imports.fromCodehostBServer'] },
  deployments: { lists: [['deployments', project]], writes: ['deployments.create'] },
  'job token scope': {
    lists: [
      ['jobTokenScope', project],
      ['jobTokenProjects', project],
      ['jobTokenGroups', project],
    ],
    writes: ['job-token-scope.addGroup'],
  },
  artifacts: { lists: [['artifacts', job]], writes: ['artifacts.keep', 'artifacts.removeAll'] },
  webhooks: {
    lists: [
      ['webhooks', project],
      ['webhookEvents', hook],
    ],
    writes: ['webhooks.create'],
  },
  'remote mirrors': { lists: [['remoteMirrors', project]], writes: ['remote-mirrors.edit'] },
  'notification settings': {
    lists: [['notificationSettings', group]],
    writes: ['notification-settings.editOfProject'],
  },
  issues: { lists: [['issues', group]] },
  'merge requests': { lists: [['mergeRequests', instance]] },
  notes: { lists: [['notes', issue]], writes: ['notes.editOfIssue'] },
  snippets: { lists: [['snippets', project]], writes: ['project-snippets.edit'] },
  wikis: { lists: [['wikis', project]], writes: ['wikis.edit'] },
  uploads: { lists: [['uploads', project]], writes: ['uploads.create'] },
  releases: { lists: [['groupReleases', group]] },
  'dependency exports': { writes: ['dependency-exports.createForProject'] },
  files: { read: textAt('README.md'), writes: ['files.edit'] },
  branches: { lists: [['branches', project]], writes: ['branches.create'] },
  commits: { lists: [['commits', project]], writes: ['commits.create'] },
  submodules: { read: textAt('.gitmodules'), writes: ['submodules.edit'] },
  'context commits': { lists: [['contextCommits', mergeRequest]], writes: ['context-commits.add'] },
};

let runner: UndoRunner;
beforeAll(async () => {
  runner = await undoRunner('gitlab');
});
afterAll(() => runner.close());

test.each(Object.entries(consoles))(
  '%s: reads and writes work on an installation that differs from the documents as GitLab does',
  async (_, { lists = [], read, writes = [] }) => {
    const { client, platform } = runner;
    const { send } = senderTo(platform.url, { dialect: 'gitlab', token: () => platform.tokens.admin });
    const bench = { ...caseContext(platform, send), client };
    for (const [collection, place] of lists) {
      const job = await syncList(client, collection, place(bench));
      expect(job, collection).toMatchObject({ state: 'done', failure: null, unreadable: 0 });
      expect(job?.rows, collection).toBeGreaterThan(0);
    }
    if (read !== undefined) expect(await read(bench)).toBeTruthy();
    for (const op of writes) {
      const [first] = ([] as Prepare[]).concat(must(allCases[op]));
      await writeAndUndo(await must(first)(bench), bench);
    }
  },
);

/** Applies the write of a case and undoes it, if it can be undone. */
async function writeAndUndo(write: Write, bench: CaseContext): Promise<void> {
  const { platform } = runner;
  const before = await worldState(bench, write.op);
  const { kind } = await runner.plan(write);
  platform.clock.advance(5000);
  expect(await runner.apply(), write.op).toMatchObject({ state: 'applied' });
  platform.clock.advance(5000);
  if (kind === 'none') return;
  const changes = worldDifferences(before, await worldState(bench, write.op));
  expect(changes.length, `${write.op} shows in the world`).toBeGreaterThan(0);
  expect((await runner.undo())?.map(({ state }) => state)).toContain('applied');
}

test.each([{ title: 'Codes' }, { content: '404:: gone' }])(
  'a page in AsciiDoc stays in AsciiDoc after an edit of only %o, and after its undo',
  async (body) => {
    const { world } = runner.platform;
    const own = must(world.projects.lookup(PROJECT_PATHS.private));
    const inAsciiDoc = () => [...world.wikis.of(own).pages().values()].filter(({ format }) => format === 'asciidoc');
    const [before] = inAsciiDoc();
    await runner.plan({ op: 'wikis.edit', path: { id: own.id, slug: must(before).slug }, body });
    expect(await runner.apply()).toMatchObject({ state: 'applied' });
    expect(inAsciiDoc()).toHaveLength(1);
    expect(inAsciiDoc()).not.toEqual([before]);
    expect(await runner.undo()).toMatchObject([{ state: 'applied', restored: { differs: [], unchecked: [] } }]);
    expect(inAsciiDoc()).toEqual([before]);
  },
);

test('each endpoint is requested at the path of the installation', () => {
  const { settings } = runner.platform.world;
  const sent = endpoints.map(({ method, path }) => `${method} ${pathToWire(path, dialects.gitlab)}`);
  expect(sent).toEqual(endpoints.map((endpoint) => `${endpoint.method} ${pathInDialect(settings, endpoint)}`));
});
