import { expect, test } from 'vitest';
import type { SearchHit } from '#shared/contract/search.ts';
import { ended, rig, syncList, syncUsers } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { samples } from '../../services/ssh-samples.ts';
import { withHistory } from '../lists/history-rig.ts';

/** A result that is not cached. */
const uncached = { fetchedAt: null, closeness: 0 };

const uncachedOf = (hits: readonly SearchHit[]): string[] =>
  hits.filter(({ fetchedAt }) => fetchedAt === null).map(({ kind, id }) => `${kind} ${id}`);

async function withProject() {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { world } = platform;
  const text = `${PROJECT_PATHS.private}\n${GROUP_PATHS.top}`;
  await client.catalogue.add({ text, kind: 'auto', isPinned: false });
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  // The rows of a project name both its ID and its path
  await syncList(client, 'issues');
  await expect.poll(() => client.catalogue.get({ scope: `project:${id}` })).not.toBe(null);
  const recognize = (text: string, near = '') => client.search.recognize({ text, near });
  const kindsOf = async (text: string, near = '') => (await recognize(text, near)).hits.map(({ kind }) => kind);
  return { ...rigged, world, id, project: `project:${id}`, recognize, kindsOf };
}

test('the rows of all lists with an ID are found, and an unknown ID can be looked up as a user and as a key', async () => {
  const { client, world, id, recognize } = await withProject();
  const [runner] = world.runners.all();
  await syncList(client, 'runners');
  const [hit] = (await recognize(String(runner?.id))).hits.filter(({ kind }) => kind === 'runners');
  expect(hit).toMatchObject({ id: runner?.id, closeness: 0 });
  const { hits } = await recognize(String(id));
  expect(hits.map(({ kind, title }) => `${kind} ${title}`)).toContain(`project ${PROJECT_PATHS.private}`);
  expect((await recognize('999999')).hits).toMatchObject([
    { kind: 'person', fetchedAt: null, closeness: 4, lookUp: { user: 999_999 } },
    // The page of the keys looks it up
    { kind: 'keys', fetchedAt: null, closeness: 4, id: '999999' },
  ]);
  await syncUsers(client);
  const person = await recognize('1');
  expect(person.hits[0]).toMatchObject({ kind: 'person', id: 1, scope: '' });
  expect(uncachedOf(person.hits)).toEqual(['keys 1']);
});

test('the ID of an account that only other rows name leads to the page of the person, without a request', async () => {
  const { world, recognize } = await withProject();
  const author = String([...world.issues.all()][0]?.author_id);
  const [hit] = (await recognize(author)).hits.filter(({ kind }) => kind === 'person');
  expect(hit).toMatchObject({ ...uncached, id: author });
  expect(hit?.lookUp).toBeUndefined();
});

test('a person of several lists is one result, by any name or username', async () => {
  const { client, world, project } = await withProject();
  await syncUsers(client);
  const members = await syncList(client, 'members', project);
  expect(members).toMatchObject({ state: 'done' });
  const { rows } = await client.members.list({ query: { scope: project }, slice: { from: 0, count: 1 } });
  const member = rows[0]?.row;
  const user = world.users.get(member?.id ?? 0);
  for (const words of [user?.username ?? '', user?.email ?? '']) {
    const { hits } = await client.search.find({ words });
    expect(hits.filter(({ kind, id }) => kind === 'person' && id === user?.id)).toMatchObject([
      { title: user?.name, about: user?.username, closeness: 0 },
    ]);
  }
});

test('a word of the domain of an email address is no name of a person', async () => {
  const { client, world } = await withProject();
  await syncUsers(client);
  const domain = world.users.get(1)?.email.split('@')[1] ?? '';
  const { hits } = await client.search.find({ words: domain.split('.')[0] ?? '' });
  const people = hits.filter(({ kind, title }) => kind === 'person' && !title.toLowerCase().includes('acme'));
  expect(people.length).toBeGreaterThan(0);
  expect(people.every(({ closeness }) => closeness === 3)).toBe(true);
});

test('an unknown username is looked up with one request, and another user is not taken for it', async () => {
  const { client, platform, world, recognize } = await withProject();
  const user = world.users.get(2);
  const username = user?.username ?? '';
  expect((await recognize(`@${username}`)).hits).toMatchObject([{ title: `@${username}`, lookUp: { user: username } }]);
  const before = platform.requests.count('GET /users');
  expect(await client.search.userNamed({ username })).toEqual({ id: user?.id });
  expect(platform.requests.count('GET /users')).toBe(before + 1);
  await expect(client.search.userNamed({ username: 'unknown-username' })).rejects.toMatchObject({ code: 'missing' });
  await syncUsers(client);
  expect(await recognize(`@${username.toUpperCase()}`)).toMatchObject({ hits: [{ kind: 'person', id: user?.id }] });
});

test('issues and merge requests with a number are found in all projects, those of the chosen project first', async () => {
  const { client, world, recognize } = await withProject();
  await syncList(client, 'mergeRequests');
  for (const [text, all] of [
    ['#1', [...world.issues.all()]],
    ['!1', [...world.mergeRequests.all()]],
  ] as const) {
    const projects = all.filter(({ iid }) => iid === 1).map(({ project_id }) => project_id);
    const near = `project:${projects.at(-1)}`;
    const { hits } = await recognize(text, near);
    expect(hits).toHaveLength(projects.length);
    expect(hits[0]).toMatchObject({ scope: near, fetchedAt: expect.any(Number) as number });
  }
});

test('a number that the chosen project does not have in the cache leads to its page', async () => {
  const { project, recognize } = await withProject();
  expect(await recognize('!77', project)).toMatchObject({
    hits: [
      { ...uncached, kind: 'mergeRequests', title: '!77', place: `${project}/mr:77`, where: PROJECT_PATHS.private },
    ],
  });
  expect((await recognize('#77')).hits).toEqual([]);
  // It comes before those of other projects, which are another issue
  const [first, ...others] = (await recognize('#1', 'project:987654')).hits;
  expect(first).toMatchObject({ ...uncached, place: 'project:987654/issue:1' });
  expect(others).not.toEqual([]);
});

test('a commit is found by its SHA and by the beginning of it, and an unknown one leads to its page in the chosen project', async () => {
  const { client, listed, scope, sync } = await withHistory(3);
  await sync();
  expect(await listed()).toHaveLength(3);
  const { rows } = await client.commits.list({ query: { scope }, slice: { from: 0, count: 1 } });
  const sha = rows[0]?.row.id ?? '';
  for (const text of [sha, sha.slice(0, 8).toUpperCase()]) {
    const { hits } = await client.search.recognize({ text, near: '' });
    expect(hits).toMatchObject([{ kind: 'commits', id: sha, closeness: 0 }]);
  }
  const other = 'f'.repeat(40);
  const [project] = scope.split('/');
  for (const text of [other, other.slice(0, 9)]) {
    const { hits } = await client.search.recognize({ text, near: scope });
    expect(hits).toMatchObject([{ ...uncached, kind: 'commits', id: text, scope: project }]);
  }
  expect((await client.search.recognize({ text: other, near: '' })).hits).toEqual([]);
  // The chosen project may have the commit of another project too
  expect(await client.search.recognize({ text: sha, near: 'project:987654' })).toMatchObject({
    hits: [{ ...uncached, id: sha, scope: 'project:987654' }, { id: sha }],
  });
});

test('a key is found by its fingerprints and by the key itself, and nothing of a private key is read', async () => {
  const { client, world, recognize } = await withProject();
  const [key] = world.keys.all();
  const text = key?.key ?? '';
  const { found } = await client.keys.read({ text });
  const [query] = found;
  const title = `SHA256:${query?.sha256}`;
  expect((await recognize(title)).hits).toMatchObject([{ kind: 'keys', title, lookUp: { sha256: query?.sha256 } }]);
  const { id } = await client.keys.lookUp({ queries: found });
  await ended(client, id);
  const both = `SHA256:${query?.sha256} MD5:${query?.md5}`;
  for (const typed of [text, both, `SHA256:${query?.sha256}`, `MD5:${query?.md5}`, query?.md5 ?? '']) {
    expect((await recognize(typed)).hits).toMatchObject([{ kind: 'keys', id: key?.id, scope: '', closeness: 0 }]);
  }
  const unknown = [samples.dsa.line, samples['rsa-2048'].line];
  const { hits } = await recognize(unknown.join('\n'));
  expect(hits.map(({ key: own, lookUp }) => [own, lookUp !== undefined])).toEqual([
    [-1, true],
    [-2, true],
  ]);
  const secret = `-----BEGIN OPENSSH PRIVATE KEY-----${text}`;
  expect(await recognize(secret)).toEqual({ hits: [], note: null });
});

test('web addresses of the instance lead to groups, projects, issues, merge requests, commits, files and people', async () => {
  const { client, platform, world, id, project, recognize, kindsOf } = await withProject();
  const at = (path: string) => `${platform.url}/${path}`;
  const { private: path } = PROJECT_PATHS;
  expect(await kindsOf(at(path))).toEqual(['project']);
  expect(await kindsOf(at(`groups/${GROUP_PATHS.top}`))).toEqual(['group']);
  const below = async (rest: string) => (await recognize(at(`${path}/-/${rest}`))).hits;
  expect(await below('issues/903#note_7')).toMatchObject([{ ...uncached, place: `${project}/issue:903` }]);
  expect(await below('merge_requests/4/diffs?tab=x')).toMatchObject([{ ...uncached, place: `${project}/mr:4` }]);
  expect(await below('commit/abcdef1234')).toMatchObject([{ ...uncached, kind: 'commits', id: 'abcdef1234' }]);
  expect(await below('blob/main/src/a%20b.ts#L10-12')).toMatchObject([
    { title: path, about: 'src/a b.ts (main)', file: { ref: 'main', path: 'src/a b.ts', line: 10 } },
  ]);
  expect(await below('pipelines/9')).toMatchObject([{ kind: 'project', title: path }]);

  const issue = world.issues.find(({ project_id }) => project_id === id);
  expect((await recognize(at(`${path}/-/issues/${issue?.iid}`))).hits).toMatchObject([
    { kind: 'issues', place: `${project}/issue:${issue?.iid}` },
  ]);
  await syncUsers(client);
  const user = world.users.get(2);
  expect((await recognize(at(user?.username ?? ''))).hits).toMatchObject([{ kind: 'person', id: user?.id }]);
});

test('the branch and the file are found in a web address, also if the name of the branch contains slashes', async () => {
  const { client, platform, project, recognize } = await withProject();
  expect(await syncList(client, 'branches', project)).toMatchObject({ state: 'done' });
  const { rows } = await client.branches.list({ query: { scope: project }, slice: { from: 0, count: 200 } });
  const name = rows.map(({ row }) => row.name).find((one) => one.includes('/'));
  expect(name).toBeDefined();
  const { hits } = await recognize(`${platform.url}/${PROJECT_PATHS.private}/-/blob/${name}/docs/x.md`);
  expect(hits.map(({ file }) => file)).toEqual([{ ref: name, path: 'docs/x.md', line: null }]);
});

test('the address of an unknown place leads to its page, and that of another host is explained', async () => {
  const { platform, recognize } = await withProject();
  const hitsAt = async (path: string) => (await recognize(`${platform.url}/${path}`)).hits;
  expect(await hitsAt('some/where/-/issues/3')).toMatchObject([
    { ...uncached, title: '#3', place: 'project:some/where/issue:3' },
  ]);
  expect((await hitsAt('some/where')).map(({ scope }) => scope)).toEqual(['group:some/where', 'project:some/where']);
  expect(await recognize(`${platform.url}/someone`)).toMatchObject({
    hits: [
      { ...uncached, kind: 'group', scope: 'group:someone' },
      { kind: 'person', lookUp: { user: 'someone' } },
    ],
  });
  const other = await recognize('https://elsewhere.example/acme/core/-/issues/3');
  expect(other).toMatchObject({ hits: [], note: expect.stringContaining('elsewhere.example') as string });
});

test.each(['javascript:alert(1)', "' OR 1=1 --", '#0', '!999999999999999999', '@../../x', '%', 'https://', '\u202e#1'])(
  'nothing is found for %j',
  async (text) => {
    const { recognize } = await withProject();
    expect(await recognize(text, 'project:1')).toMatchObject({ hits: [] });
  },
);
