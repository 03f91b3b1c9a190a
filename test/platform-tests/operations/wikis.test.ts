import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { WIKI_BRIEF, WIKI_PAGE } from '../resources/wikis.ts';
import { ask, start } from '../rig.ts';

const wikis = '/projects/acme%2Fcore/wikis';
const open = '/projects/acme%2Fwebsite/wikis';
const at = (slug: string) => `${wikis}/${encodeURIComponent(slug)}`;

async function made(platform: Platform, body: object) {
  const answer = await ask(platform, 'developer', wikis, json('POST', body));
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
}

test('pages are listed with or without their content', async () => {
  const platform = await start();
  const brief = await ask(platform, 'guest', wikis);
  expect(brief.rows.length).toBeGreaterThan(3);
  for (const page of brief.rows) expect(fieldsOf(page)).toEqual(WIKI_BRIEF.toSorted());
  const whole = await ask(platform, 'guest', `${wikis}?with_content=true`);
  for (const page of whole.rows) {
    expect(fieldsOf(page)).toEqual(WIKI_PAGE.toSorted());
    expect(row(await ask(platform, 'guest', at(String(page['slug']))))).toEqual(page);
  }
  expect(new Set(brief.rows.map((page) => page['format']))).toEqual(new Set(['markdown', 'rdoc', 'asciidoc', 'org']));
  expect(brief.rows.some((page) => String(page['slug']).includes('/'))).toBe(true);
});

test('a page in a folder is created, read, changed and deleted by its encoded slug', async () => {
  const platform = await start();
  const page = await made(platform, { title: 'guides/First steps', content: '# Hi' });
  expect(fieldsOf(page)).toEqual(WIKI_PAGE.toSorted());
  expect(page).toMatchObject({ slug: 'guides/First-steps', format: 'markdown', content: '# Hi', encoding: 'UTF-8' });
  expect(row(await ask(platform, 'guest', at('guides/First-steps')))).toEqual(page);
  const changed = await ask(
    platform,
    'developer',
    at('guides/First-steps'),
    json('PUT', { content: '= Ho', format: 'asciidoc' }),
  );
  expect(changed.status).toBe(200);
  expect(row(changed)).toEqual({ ...page, content: '= Ho', format: 'asciidoc' });
  const removed = await ask(platform, 'maintainer', at('guides/First-steps'), { method: 'DELETE' });
  expect([removed.status, removed.text]).toEqual([204, '']);
  expect((await ask(platform, 'maintainer', at('guides/First-steps'))).status).toBe(404);
  expect((await ask(platform, 'maintainer', at('guides/First-steps'), { method: 'DELETE' })).status).toBe(404);
});

test('a new title moves a page inside its folder or out of it', async () => {
  const platform = await start();
  await made(platform, { title: 'guides/Old', content: 'text' });
  const moved = async (slug: string, title: string) =>
    row(await ask(platform, 'developer', at(slug), form('PUT', [['title', title]])));
  expect(await moved('guides/Old', 'New name')).toMatchObject({ slug: 'guides/New-name', content: 'text' });
  expect((await ask(platform, 'guest', at('guides/Old'))).status).toBe(404);
  expect(await moved('guides/New-name', 'other/Place')).toMatchObject({ slug: 'other/Place' });
  expect(await moved('other/Place', '/Top')).toMatchObject({ slug: 'Top' });
});

test('the HTML of a page has no active content', async () => {
  const platform = await start();
  const text = [
    '# <b>Title</b>',
    '<script>alert(1)</script> and **bold** and `<i>code</i>`',
    '[bad](javascript:alert(2)) [good](https://platform.example) ![x](data:text/html,x)',
    '```\n<svg onload=alert(3)>\n```',
    '- one\n- two',
  ].join('\n\n');
  await made(platform, { title: 'markup', content: text });
  const html = String(row(await ask(platform, 'guest', `${at('markup')}?render_html=true`))['content']);
  expect(html).not.toMatch(/<script|<svg|<img|<i>|<b>|href="(javascript|data)/i);
  expect(html).toContain('<strong>bold</strong>');
  expect(html).toContain('<a href="https://platform.example"');
  expect(html).toContain('<ul><li>one</li><li>two</li></ul>');
  expect(row(await ask(platform, 'guest', at('markup')))['content']).toBe(text);
  await ask(platform, 'developer', at('markup'), json('PUT', { content: '<script>1</script>', format: 'org' }));
  const org = String(row(await ask(platform, 'guest', `${at('markup')}?render_html=true`))['content']);
  expect(org).toBe('<pre>&lt;script&gt;1&lt;/script&gt;</pre>');
});

test('an earlier version is read by the SHA of its commit', async () => {
  const platform = await start();
  await made(platform, { title: 'page', content: 'first' });
  await ask(platform, 'developer', at('page'), json('PUT', { content: 'second' }));
  const project = platform.world.projects.lookup('acme/core');
  const commits = project === undefined ? [] : platform.world.wikis.of(project).commits;
  const version = async (sha = '') => ask(platform, 'guest', `${at('page')}?version=${sha}`);
  expect(row(await version(commits.at(-2)?.sha))).toMatchObject({ content: 'first' });
  expect(row(await version(commits.at(-1)?.sha))).toMatchObject({ content: 'second' });
  expect((await version(commits.at(-3)?.sha)).status).toBe(404);
  expect((await version('0'.repeat(40))).status).toBe(404);
});

test.each<[string, object]>([
  ['no title', { content: 'x' }],
  ['an empty title', { title: ' ', content: 'x' }],
  ['no content', { title: 'x' }],
  ['an unknown format', { title: 'x', content: 'x', format: 'html' }],
  ['a path out of the wiki', { title: '../x', content: 'x' }],
  ['a title that is taken', { title: 'home', content: 'x' }],
])('a page with %s is refused', async (_why, body) => {
  const platform = await start();
  const answer = await ask(platform, 'developer', wikis, json('POST', body));
  expect(answer.status).toBe(400);
  expect(Object.keys(row(answer)).some((key) => key === 'message' || key === 'error')).toBe(true);
});

test('a change requires content or a title, and the title must not be in use', async () => {
  const platform = await start();
  const status = async (slug: string, body: object) =>
    (await ask(platform, 'developer', at(slug), json('PUT', body))).status;
  expect(await status('home', {})).toBe(400);
  expect(await status('home', { format: 'org' })).toBe(400);
  expect(await status('home', { title: 'notes' })).toBe(400);
  expect(await status('home', { title: 'home', content: 'same' })).toBe(200);
  expect(await status('nowhere', { content: 'x' })).toBe(404);
});

test.each<[TokenName | null, string, number, number, number]>([
  ['admin', wikis, 200, 201, 204],
  ['maintainer', wikis, 200, 201, 204],
  ['developer', wikis, 200, 201, 403],
  ['reporter', wikis, 200, 403, 403],
  ['guest', wikis, 200, 403, 403],
  ['auditor', wikis, 200, 403, 403],
  ['outsider', wikis, 404, 404, 404],
  [null, wikis, 404, 401, 401],
  ['outsider', open, 200, 403, 403],
  [null, open, 200, 401, 401],
])('%s at %s: reading replies %i, writing %i, deleting %i', async (who, path, reads, writes, removes) => {
  const platform = await start();
  expect((await ask(platform, who, path)).status).toBe(reads);
  expect((await ask(platform, who, `${path}/home`)).status).toBe(reads);
  expect((await ask(platform, who, path, json('POST', { title: 'New', content: 'x' }))).status).toBe(writes);
  const changed = await ask(platform, who, `${path}/home`, json('PUT', { content: 'x' }));
  expect(changed.status).toBe(writes === 201 ? 200 : writes);
  expect((await ask(platform, who, `${path}/home`, { method: 'DELETE' })).status).toBe(removes);
});

test('a file is attached to the wiki with a safe name', async () => {
  const platform = await start();
  const attached = async (name: string, branch?: string) => {
    const body = new FormData();
    body.set('file', new File(['bytes'], name));
    if (branch !== undefined) body.set('branch', branch);
    const answer = await ask(platform, 'developer', `${wikis}/attachments`, { method: 'POST', body });
    expect(answer.status, answer.text).toBe(201);
    return row(answer);
  };
  const picture = await attached('my dot.png');
  expect(fieldsOf(picture)).toEqual(['branch', 'file_name', 'file_path', 'link']);
  expect(picture).toMatchObject({ file_name: 'my_dot.png', branch: 'main' });
  const path = String(picture['file_path']);
  expect(path).toMatch(/^uploads\/[0-9a-f]{32}\/my_dot\.png$/);
  expect(picture['link']).toEqual({ url: path, markdown: `![my_dot](${path})` });
  expect(await attached('../../a"b.txt', 'drafts')).toMatchObject({ file_name: 'a_b.txt', branch: 'drafts' });
  const without = await ask(platform, 'developer', `${wikis}/attachments`, { method: 'POST', body: new FormData() });
  expect(without.status).toBe(400);
  const body = new FormData();
  body.set('file', new File(['bytes'], 'x.txt'));
  expect((await ask(platform, 'guest', `${wikis}/attachments`, { method: 'POST', body })).status).toBe(403);
});
