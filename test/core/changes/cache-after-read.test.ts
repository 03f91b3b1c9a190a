import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { mostWikiContent } from '#shared/contract/wikis.ts';
import { minutes } from '#shared/time.ts';
import { rig, syncList, until, type Rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { advanceClock, applyAndWait } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const projectOf = ({ world }: Rig['platform']) => world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;

/** A runner that is cached in the lists of the instance and of a project. */
async function cachedRunner() {
  const { client, platform } = await rig();
  const project = projectOf(platform);
  const runner = platform.world.runners.find(({ project_ids }) => project_ids.includes(project));
  if (runner === undefined) throw new Error('no runner');
  const scopes = ['', `project:${project}`];
  for (const scope of scopes) await syncList(client, 'runners', scope);
  /** The tags of the runner in both lists. */
  const tags = () =>
    Promise.all(
      scopes.map(async (scope) => {
        const { rows } = await client.runners.list({ query: { scope }, slice: { from: 0, count: 200 } });
        return rows.find(({ row }) => row.id === runner.id)?.row.tag_list;
      }),
    );
  const edit = { op: 'runners.edit', path: { id: runner.id }, body: { maintenance_note: 'moved' } };
  return { client, platform, runner, tags, edit };
}

test('the tags of a runner that a plan has read are in every list of the runner, without another request', async () => {
  const { client, platform, runner, tags, edit } = await cachedRunner();
  runner.tag_list = ['by-a-colleague'];
  await client.changes.plan({ calls: [edit] });
  await until(tags, ([one, other]) => one?.[0] === 'by-a-colleague' && other?.[0] === 'by-a-colleague');
  expect((await client.runners.get({ scope: '', id: runner.id }))?.detailFetchedAt).not.toBeNull();
  const coverage = await client.runners.coverage({ scope: '', search: 'by-a-colleague' });
  expect(coverage.rows).toMatchObject([{ tag: 'by-a-colleague', runners: 1 }]);
  expect(platform.requests.count('GET /runners/:id')).toBe(1);
});

test('a row that is read again before it is sent is stored, also if the plan then pauses', async () => {
  const { client, runner, tags, edit } = await cachedRunner();
  const plan = await client.changes.plan({ calls: [edit] });
  runner.tag_list = ['by-a-colleague'];
  runner.maintenance_note = 'their note';
  advanceClock(minutes(6));
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'paused' });
  await until(tags, ([tag]) => tag?.[0] === 'by-a-colleague');
});

test('an enterprise user, a note, a snippet and a wiki page that plans have read are stored too, a long page in part', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const group = world.groups.lookup(GROUP_PATHS.top);
  const [user] = group === undefined ? [] : world.enterpriseUsers.of(group);
  const issue = world.issues.find(({ id }) => world.notes.on('Issue', id).some(({ system }) => !system));
  const note = world.notes.on('Issue', issue?.id ?? 0).find(({ system }) => !system);
  const project = world.projects.get(projectOf(platform));
  const snippet = world.snippets.find(({ project_id: of }) => of === project?.id);
  if (!group || !user || !issue || !note || !project || !snippet) throw new Error('not in the world');
  const [ofGroup, ofProject] = [`group:${group.id}`, `project:${project.id}`];
  const ofIssue = `project:${issue.project_id}/issue:${issue.iid}`;
  await syncList(client, 'enterpriseUsers', ofGroup);
  await syncList(client, 'notes', ofIssue);
  await syncList(client, 'snippets', ofProject);
  await syncList(client, 'wikis', ofProject);

  world.users.edit(user.id, { name: 'By a colleague' });
  note.body = 'By a colleague';
  snippet.title = 'By a colleague';
  const pages = new Map(world.wikis.of(project).pages());
  const [slug = '', page] = pages.entries().next().value ?? [];
  if (page === undefined) throw new Error('no page');
  pages.set(slug, { ...page, content: 'x'.repeat(mostWikiContent + 1) });
  world.wikis.of(project).commit(1, 'longer', pages);

  const inIssue = { id: issue.project_id, issue_iid: issue.iid };
  const calls = [
    { op: 'enterprise-users.edit', path: { id: group.id, user_id: user.id }, body: { name: 'Mine' } },
    { op: 'notes.editOfIssue', path: { ...inIssue, note_id: note.id }, body: { body: 'Mine' } },
    { op: 'project-snippets.edit', path: { id: project.id, snippet_id: snippet.id }, body: { title: 'Mine' } },
    { op: 'wikis.edit', path: { id: project.id, slug }, body: { content: 'Mine' } },
  ];
  await client.changes.plan({ calls });
  const shown = async () => [
    (await client.enterpriseUsers.get({ scope: ofGroup, id: user.id }))?.row.name,
    (await client.notes.get({ scope: ofIssue, id: note.id }))?.row.body,
    (await client.snippets.get({ scope: ofProject, id: snippet.id }))?.row.title,
    (await client.wikis.get({ scope: ofProject, id: slug }))?.row.content_length,
  ];
  const by = 'By a colleague';
  await until(shown, (now) => isDeepStrictEqual(now, [by, by, by, mostWikiContent + 1]));
});
