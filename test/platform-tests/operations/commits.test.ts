import { expect, test } from 'vitest';
import { PATHS } from '../../platform/seed/repository-files.ts';
import { repositoryPath, commit, fieldsOf, headOf, messageOf, projectOf, row } from '../repository-rig.ts';
import { COMMIT, ONE_COMMIT, STATS } from '../resources/repositories.ts';
import { ask, ids, link, start } from '../rig.ts';

const list = `${repositoryPath()}/commits`;
type Row = Record<string, unknown>;
const read = async (platform: Parameters<typeof ask>[0], query: string) => {
  const answer = await ask(platform, 'reporter', `${list}?per_page=100&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.rows;
};
const times = (rows: Row[]) => rows.map((one) => Date.parse(one.committed_date as string));

test('the list has the newest commit of the default branch first, and no totals', async () => {
  const platform = await start();
  const answer = await ask(platform, 'reporter', list);
  expect(answer.rows).toHaveLength(20);
  expect(answer.rows[0]?.id).toBe(await headOf(platform, 'main'));
  for (const commit of answer.rows) {
    expect(fieldsOf(commit)).toEqual([...COMMIT].sort());
    expect(commit.created_at).toBe(commit.committed_date);
    expect(commit.short_id).toBe((commit.id as string).slice(0, 8));
    expect(commit.title).toBe((commit.message as string).split('\n')[0]);
    expect([commit.trailers, commit.extended_trailers]).toEqual([{}, {}]);
  }
  expect(answer.headers.has('x-total')).toBe(false);
  expect(answer.headers.has('x-total-pages')).toBe(false);
  expect(answer.headers.get('x-next-page')).toBe('2');
});

test('the pages have every commit once, more than 40, with author names in several scripts', async () => {
  const platform = await start();
  const seen: unknown[] = [];
  let next: string | undefined = `${list}?per_page=7`;
  while (next !== undefined) {
    const answer = await ask(platform, 'reporter', next);
    seen.push(...ids(answer));
    next = link(answer, 'next');
  }
  const all = await read(platform, '');
  expect(seen).toEqual(all.map(({ id }) => id));
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(40);
  const names = all.map(({ author_name }) => author_name as string).join('');
  for (const script of ['Cyrillic', 'Han', 'Arabic', 'Hebrew', 'Devanagari']) {
    expect(names, script).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  }
  expect((times(all)[0] ?? 0) - (times(all).at(-1) ?? 0)).toBeGreaterThan(150 * 86_400_000);
});

test('`ref_name` accepts a branch, a tag, a commit and a range', async () => {
  const platform = await start();
  const main = await headOf(platform, 'main');
  const parent = (await read(platform, 'ref_name=main'))[0]?.parent_ids as string[];
  expect((await read(platform, 'ref_name=v1.0.0'))[0]?.id).toBe(await headOf(platform, 'stable'));
  expect((await read(platform, `ref_name=${main}`))[0]?.id).toBe(main);
  expect((await read(platform, `ref_name=${parent[0]}..main`)).map(({ id }) => id)).toEqual([main]);
  const range = await read(platform, 'ref_name=stable...main');
  const [stable, whole] = [await read(platform, 'ref_name=stable'), await read(platform, 'ref_name=main')];
  expect(range).toHaveLength(whole.length - stable.length);
  for (const unknown of ['nowhere', 'main..nowhere', '--all']) {
    const answer = await ask(platform, 'reporter', `${list}?ref_name=${unknown}`);
    expect([answer.status, messageOf(answer)], unknown).toEqual([404, '"404 Commit Not Found"']);
  }
});

test('`all` lists the commits of every branch', async () => {
  const platform = await start();
  const all = (await read(platform, 'all=true&ref_name=stable')).map(({ id }) => id);
  expect(all).toContain(await headOf(platform, 'feature/login-form'));
  expect(all.length).toBeGreaterThan((await read(platform, '')).length);
});

test('`since` and `until` include the given moment', async () => {
  const platform = await start();
  const all = await read(platform, '');
  const [newer, older] = [all[5], all[15]];
  const rows = await read(
    platform,
    `since=${older?.committed_date as string}&until=${newer?.committed_date as string}`,
  );
  expect(rows.map(({ id }) => id)).toEqual(all.slice(5, 16).map(({ id }) => id));
  const bad = await ask(platform, 'reporter', `${list}?since=yesterday`);
  expect(bad.status).toBe(400);
});

test('`author` matches the name and the address', async () => {
  const platform = await start();
  const rows = await read(platform, `author=${encodeURIComponent('Шевченко')}`);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ author_email }) => author_email))).toEqual(new Set(['yulia@mail.example']));
  expect(await read(platform, 'author=yulia@mail.example')).toEqual(rows);
  expect(await read(platform, 'author=nobody.at.all')).toEqual([]);
});

test('`path` lists commits of a file or directory, and follows a renamed file', async () => {
  const platform = await start();
  const followed = await read(platform, `path=${PATHS.after}`);
  const own = await read(platform, `path=${PATHS.after}&follow=false`);
  expect(own.map(({ message }) => message)).toEqual(['Wrap lines where words end']);
  expect(followed.map(({ message }) => message)).toEqual(['Wrap lines where words end', 'Begin\n']);
  const folder = await read(platform, 'path=src');
  expect(folder.length).toBeGreaterThan(5);
  expect(folder.length).toBeLessThan((await read(platform, '')).length);
  expect(await read(platform, 'path=no/such/file')).toEqual([]);
  expect(await read(platform, 'path=../etc')).toEqual([]);
});

test('`first_parent` excludes merged commits, and `topo` keeps the commits of a branch together', async () => {
  const platform = await start();
  const all = await read(platform, '');
  const merges = all.filter(({ parent_ids }) => (parent_ids as string[]).length === 2);
  expect(merges).toHaveLength(2);
  const mine = await read(platform, 'first_parent=true');
  expect(mine).toHaveLength(all.length - 2);
  const topo = await read(platform, 'order=topo');
  expect(new Set(topo.map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)));
  expect((await ask(platform, 'reporter', `${list}?order=random`)).status).toBe(400);
});

test('lists of commits can have trailers, commits in other resources have none', async () => {
  const platform = await start();
  const withTrailers = (await read(platform, 'trailers=true')).filter(
    ({ trailers }) => Object.keys(trailers as Row).length > 0,
  );
  expect(withTrailers.length).toBeGreaterThan(0);
  const rows = async (path: string) => (await ask(platform, 'admin', `${path}?per_page=100`)).rows;
  const deployments = await rows('/projects/acme%2Fcore/deployments');
  const along = [
    ...(await rows('/projects/acme%2Fcore/repository/branches')),
    ...(await rows('/groups/acme/releases')),
    ...deployments.map(({ deployable }) => Object(deployable) as Row),
  ];
  expect(along.length).toBeGreaterThan(30);
  for (const { commit } of along) expect((commit as Row).extended_trailers).toEqual({});
});

test('`with_stats` adds line counts, and `trailers` adds trailers', async () => {
  const platform = await start();
  const rows = await read(platform, 'with_stats=true&trailers=true');
  for (const commit of rows) {
    expect(fieldsOf(commit)).toEqual([...COMMIT, 'stats'].sort());
    expect(fieldsOf(commit.stats)).toEqual(STATS);
    const { additions, deletions, total } = commit.stats as Record<string, number>;
    expect(total).toBe((additions ?? 0) + (deletions ?? 0));
  }
  const signed = rows.find(({ extended_trailers }) => {
    const values = (extended_trailers as Record<string, string[]>)['Co-authored-by'];
    return (values?.length ?? 0) > 1;
  });
  const { trailers, extended_trailers } = signed as { trailers: Row; extended_trailers: Record<string, string[]> };
  expect(trailers['Co-authored-by']).toBe(extended_trailers['Co-authored-by']?.at(-1));
  expect(extended_trailers['Signed-off-by']).toHaveLength(1);
});

test('a single commit is found by SHA, branch and tag', async () => {
  const platform = await start();
  const id = await headOf(platform, 'feature/login-form');
  for (const sha of [id, id.slice(0, 8), 'feature%2Flogin-form']) {
    const answer = await ask(platform, 'reporter', `${list}/${sha}`);
    expect(answer.status).toBe(200);
    expect(fieldsOf(answer.json)).toEqual([...ONE_COMMIT].sort());
    expect(row(answer)).toMatchObject({ id, last_pipeline: { sha: id, status: row(answer).status } });
    expect(row(answer).stats).toEqual({ additions: 6, deletions: 0, total: 6 });
  }
  const bare = await ask(platform, 'reporter', `${list}/v1.1.0?stats=false`);
  expect(fieldsOf(bare.json)).toEqual(ONE_COMMIT.filter((field) => field !== 'stats').sort());
  const missing = await ask(platform, 'reporter', `${list}/${'0'.repeat(39)}1`);
  expect([missing.status, messageOf(missing)]).toEqual([404, '"404 Commit Not Found"']);
});

test('a commit shows its newest pipeline if there are pipelines', async () => {
  const platform = await start();
  platform.world.repositories.lastPipeline = (_project, sha) => ({
    id: 7,
    sha,
    ref: 'main',
    status: 'failed',
    web_url: '',
  });
  const answer = await ask(platform, 'reporter', `${list}/main`);
  expect(row(answer)).toMatchObject({ status: 'failed', last_pipeline: { id: 7, status: 'failed' } });
});

test('commits require a token, and in a private project the Reporter role', async () => {
  const platform = await start();
  for (const path of [list, `${list}/main`]) {
    expect((await ask(platform, 'guest', path)).status).toBe(403);
    expect((await ask(platform, 'outsider', path)).status).toBe(404);
    expect((await ask(platform, null, path)).status).toBe(401);
    expect((await ask(platform, 'read_api', path)).status).toBe(200);
    expect((await ask(platform, 'auditor', path)).status).toBe(200);
  }
  expect((await ask(platform, 'outsider', `${repositoryPath('public')}/commits`)).status).toBe(200);
});

test('a project without commits has an empty list; the first commit creates its default branch', async () => {
  const platform = await start();
  const own = `${repositoryPath('personal')}/commits`;
  expect((await ask(platform, 'developer', own)).rows).toEqual([]);
  const body = {
    branch: 'trunk',
    commit_message: 'Begin',
    actions: [{ action: 'create', file_path: 'a', content: '' }],
  };
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  expect((await ask(platform, 'developer', own, init)).status).toBe(201);
  expect((await ask(platform, 'developer', own)).rows).toHaveLength(1);
  expect(projectOf(platform, 'personal').default_branch).toBe('trunk');
});

test('a message with special characters is returned unchanged', async () => {
  const platform = await start();
  const message = '  “Ümläute” \u202Eleft\u202C <b>\n\n\nline\twith tab\r\nlast line without end';
  const made = await commit(platform, 'main', [{ action: 'create', file_path: 'odd', content: 'x' }], {
    commit_message: message,
  });
  const found = row(await ask(platform, 'reporter', `${list}/${made.id as string}`));
  expect(found).toMatchObject({ message, title: '“Ümläute” \u202Eleft\u202C <b>', trailers: {} });
});
