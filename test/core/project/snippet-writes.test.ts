import { expect, test } from 'vitest';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { filesOf, versionAfter, type SnippetFile } from '../../platform/world/snippets.ts';
import { applyAndWait, rowsOf } from '../changes-rig.ts';

/** The beginning of a PNG image. It is not text. */
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0xff]);
/** Text in an old encoding: the byte 0xe9 is an "é" there, and is not valid in UTF-8. */
const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]);

const snippetIn = ({ platform }: Rig, title: string) => {
  const found = platform.world.snippets.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no snippet ${title}`);
  return found;
};
const contentsOf = (given: Rig, title: string) =>
  Object.fromEntries(filesOf(snippetIn(given, title)).map(({ path, content }) => [path, content]));
const writes = ({ platform }: Rig) => platform.requests.list().filter(({ method }) => method !== 'GET');

/** Replace the files of a snippet on the instance, as a push to its repository does. */
function push(given: Rig, title: string, files: SnippetFile[]): number {
  const snippet = snippetIn(given, title);
  const now = given.platform.world.clock.now();
  snippet.versions = [...snippet.versions, versionAfter(snippet.versions.at(-1), files, now)];
  snippet.updated_at = now;
  return snippet.id;
}

async function undo({ client }: Rig, planId: string): Promise<void> {
  await applyAndWait(client, await client.changes.undo({ planId }));
}

test('a title that is too long is refused with a message that names it, and nothing is changed', async () => {
  const given = await rig();
  const { id } = snippetIn(given, 'Secret notes');
  const body = { title: 'x'.repeat(300) };
  const { row } = await given.client.changes.run({ op: 'personal-snippets.edit', path: { id }, body });
  expect(row).toMatchObject({
    state: 'refused',
    status: 400,
    reportedMessage: expect.stringMatching(/^title is too long/) as unknown,
  });
  expect(snippetIn(given, 'Secret notes').id).toBe(id);
});

test('a developer can’t change a snippet of somebody else, and the missing role is the reason', async () => {
  const given = await rig({ as: 'developer' });
  const { id: snippet_id, project_id: id } = snippetIn(given, 'For everyone');
  const path = { id: id ?? 0, snippet_id };
  const { row } = await given.client.changes.run({ op: 'project-snippets.edit', path, body: { title: 'Mine now' } });
  expect(row).toMatchObject({ state: 'refused', status: 403, failure: { code: 'denied', reason: 'role' } });
  expect(snippetIn(given, 'For everyone').id).toBe(snippet_id);
});

test('a snippet that was deleted meanwhile can’t be changed, and nothing is sent', async () => {
  const given = await rig();
  const { id } = snippetIn(given, 'Secret notes');
  given.platform.world.snippets.remove(id);
  const edit = { op: 'personal-snippets.edit', path: { id }, body: { title: 'Too late' } };
  const { row } = await given.client.changes.run(edit);
  expect(row).toMatchObject({ state: 'skipped', failure: { code: 'missing', reason: 'hidden-or-missing' } });
  expect(writes(given)).toEqual([]);
});

test('a developer edits the first file of a snippet of a project, and its other files stay', async () => {
  const given = await rig({ as: 'developer' });
  const { id: snippet_id, project_id: id } = snippetIn(given, 'For the team');
  const before = contentsOf(given, 'For the team');
  const files = [{ action: 'update', file_path: 'hello.sh', content: 'echo team\n' }];
  const path = { id: id ?? 0, snippet_id };
  const { plan } = await given.client.changes.run({ op: 'project-snippets.edit', path, body: { files } });
  expect(contentsOf(given, 'For the team')).toEqual({ ...before, 'hello.sh': 'echo team\n' });
  await undo(given, plan.id);
  expect(contentsOf(given, 'For the team')).toEqual(before);
});

test('a developer creates a snippet of a project with two files, and the undo deletes it', async () => {
  const given = await rig({ as: 'developer' });
  const id = given.platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const files = ['start', 'stop'].map((name) => ({ file_path: `scripts/${name}.sh`, content: `echo ${name}\n` }));
  const body = { title: 'Deployment scripts', visibility: 'public', files };
  const { plan } = await given.client.changes.run({ op: 'project-snippets.create', path: { id }, body });
  expect(snippetIn(given, body.title)).toMatchObject({ project_id: id, visibility: 'public' });
  expect(contentsOf(given, body.title)).toEqual({
    ...{ 'scripts/start.sh': 'echo start\n', 'scripts/stop.sh': 'echo stop\n' },
  });
  await undo(given, plan.id);
  expect(given.platform.world.snippets.find(({ title }) => title === body.title)).toBeUndefined();
});

test('files that are not text keep their bytes when others are edited or they are renamed, also after the undo', async () => {
  const given = await rig();
  const { client } = given;
  const title = 'Secret notes';
  const id = push(given, title, [
    { path: 'logo.png', content: image },
    { path: 'read me.md', content: '# Read me\n' },
    { path: 'menu.txt', content: latin },
  ]);
  const before = contentsOf(given, title);
  const files = [
    { action: 'move', file_path: 'images/logo.png', previous_path: 'logo.png' },
    { action: 'move', file_path: 'old menu.txt', previous_path: 'menu.txt' },
    { action: 'update', file_path: 'read me.md', content: '# Changed\n' },
  ];
  const { plan } = await client.changes.run({ op: 'personal-snippets.edit', path: { id }, body: { files } });
  expect(contentsOf(given, title)).toEqual({
    ...{ 'images/logo.png': image, 'old menu.txt': latin, 'read me.md': '# Changed\n' },
  });
  await undo(given, plan.id);
  expect(contentsOf(given, title)).toEqual(before);
});

test('replacing the content of a file that is not text can’t be undone', async () => {
  const given = await rig();
  const id = push(given, 'Secret notes', [{ path: 'logo.png', content: image }]);
  const files = [{ action: 'update', file_path: 'logo.png', content: 'now a text\n' }];
  const call = { op: 'personal-snippets.edit', path: { id }, body: { files } };
  const plan = await given.client.changes.plan({ calls: [call] });
  expect(plan.undo).toMatchObject({ kind: 'none', why: expect.stringMatching(/^the previous content/) as unknown });
  await applyAndWait(given.client, plan);
  expect(contentsOf(given, 'Secret notes')).toEqual({ 'logo.png': 'now a text\n' });
});

test('the window can distinguish text in another encoding and text with a byte order mark from other text', async () => {
  const given = await rig();
  const { client } = given;
  const marked = '\uFEFFid;name\r\n1;Ann\r\n';
  const id = push(given, 'Secret notes', [
    { path: 'menu.txt', content: latin },
    { path: 'list.csv', content: marked },
  ]);
  const contentAt = async (path: string | null) => {
    await client.snippetFiles.refresh({ scope: '', id, path });
    return client.snippetFiles.content({ scope: '', id, path });
  };
  await client.snippets.refresh({ scope: '', id });
  // Bytes that are not UTF-8 are shown as the replacement character
  expect(await contentAt(null)).toMatchObject({ text: 'caf\uFFFD\n', sizeBytes: 5 });
  // The text does not contain the byte order mark, so the file is three bytes larger than the text
  const text = marked.slice(1);
  expect(await contentAt('list.csv')).toMatchObject({ text, sizeBytes: text.length + 3 });
});

test('a byte order mark and line endings are kept in what is sent and by the undo', async () => {
  const given = await rig();
  const before = { 'list.csv': '\uFEFFid;name\r\n1;Ann\r\n' };
  const id = push(given, 'Secret notes', [{ path: 'list.csv', content: before['list.csv'] }]);
  const content = `${before['list.csv']}2;Bob\r\n`;
  const body = { files: [{ action: 'update', file_path: 'list.csv', content }] };
  const { plan } = await given.client.changes.run({ op: 'personal-snippets.edit', path: { id }, body });
  expect(contentsOf(given, 'Secret notes')).toEqual({ 'list.csv': content });
  await undo(given, plan.id);
  expect(contentsOf(given, 'Secret notes')).toEqual(before);
});

test('snippets of a project are deleted with one plan, which says which files the undo can’t restore', async () => {
  const given = await rig();
  const { client, platform } = given;
  const project = platform.world.projects.lookup(PROJECT_PATHS.public)?.id ?? 0;
  const scope = `project:${project}`;
  const titles = () =>
    platform.world.snippets.filter(({ project_id }) => project_id === project).map(({ title }) => title);
  await syncList(client, 'snippets', scope);
  const before = titles().toSorted();
  const query = { scope, search: '', sort: { by: 'title', direction: 'asc' as const }, filter: {} };
  const selection = { kind: 'all' as const, query, except: [] };
  const plan = await client.changes.plan({
    onRows: { op: 'project-snippets.remove', collection: 'snippets', selection },
  });
  expect(plan.total).toBe(2);
  const rows = await rowsOf(client, plan.id);
  const lost = rows.map(({ label, undo: { kind, ...more } }) => [label, kind, JSON.stringify(more)]);
  expect(lost.find(([label]) => label === 'For those inside')?.[2]).toContain('files besides the first');
  expect(lost.find(([label]) => label === 'For everyone')?.[2]).not.toContain('files besides the first');
  expect(writes(given)).toEqual([]);
  await applyAndWait(client, plan);
  expect(titles()).toEqual([]);
  await undo(given, plan.id);
  expect(titles().toSorted()).toEqual(before);
  expect(contentsOf(given, 'For those inside')).toEqual({ 'docs/notes ünïcode.md': '# Notes\n\n日本語 🎉\n' });
});
