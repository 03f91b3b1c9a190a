import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { isGitlab } from '../gitlab/dialect.ts';
import { reader } from '../http/reader.ts';
import { badFields, badParameter, badRequest, forbidden, notFound } from '../http/refusal.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { wikiPageBrief, wikiPageView } from '../views/wikis.ts';
import { levelInProject, requireProject } from '../world/access.ts';
import { isBranchName } from '../world/git/git-refs.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import { markdownLink, newSecret, safeFileName } from '../world/uploads.ts';
import { slugOf, titleOf, WIKI_BRANCH, WIKI_FORMATS } from '../world/wikis.ts';
import type { WikiPage } from '../world/wikis.ts';
import type { World } from '../world/world.ts';

/** `GET /projects/:id/wikis`, document 2:68: all pages, by their slugs. */
export function list(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path['id']);
  const withContent = reader(request.query).boolean('with_content') ?? false;
  const pages = [...world.wikis.of(project).pages().values()];
  return ok(pages.map((page) => (withContent ? wikiPageView(page) : wikiPageBrief(page))));
}

/** `GET /projects/:id/wikis/:slug`, document 2:69; `version` is the SHA of a commit of the wiki. */
export function get(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path['id']);
  const read = reader(request.query);
  const asHtml = read.boolean('render_html') ?? false;
  const version = read.text('version');
  const wiki = world.wikis.of(project);
  if (version === undefined || version === '') return ok(wikiPageView(pageOf(world, project, request), asHtml));
  const commit = wiki.commits.find(({ sha }) => version.length >= 7 && sha.startsWith(version.toLowerCase()));
  const page = commit?.pages.get(slugIn(request));
  if (page === undefined) throw notFound('Wiki Page');
  return ok(wikiPageView(page, asHtml));
}

/** `POST /projects/:id/wikis`, document 2:70. */
export function create(world: World, request: Request): Reply {
  const project = requireWriter(world, request, LEVEL.developer);
  const read = reader(request.body);
  const title = read.required.text('title');
  const page = {
    slug: checkedSlug(title),
    content: checkedContent(read.required.text('content')),
    format: read.oneOf('format', WIKI_FORMATS) ?? 'markdown',
  };
  requireFree(world, project, page.slug);
  change(world, request, project, 'create', undefined, page);
  return created(wikiPageView(page));
}

/** `PUT /projects/:id/wikis/:slug`, document 2:71. A title with a path moves the page; one without stays in its folder. */
export function update(world: World, request: Request): Reply {
  const project = requireWriter(world, request, LEVEL.developer);
  const before = pageOf(world, project, request);
  const read = reader(request.body);
  read.someOf('content', 'title');
  const title = read.text('title');
  const page = {
    slug: title === undefined || title === titleOf(before) ? before.slug : checkedSlug(within(before, title)),
    content: checkedContent(read.text('content') ?? before.content),
    format: read.oneOf('format', WIKI_FORMATS) ?? (isGitlab(world) ? 'markdown' : before.format),
  };
  if (page.slug !== before.slug) requireFree(world, project, page.slug);
  change(world, request, project, 'update', before.slug, page);
  return ok(wikiPageView(page));
}

/** `DELETE /projects/:id/wikis/:slug`, document 2:72. */
export function remove(world: World, request: Request): Reply {
  const project = requireWriter(world, request, LEVEL.maintainer);
  change(world, request, project, 'delete', pageOf(world, project, request).slug, undefined);
  return noContent();
}

/** `POST /projects/:id/wikis/attachments`, document 2:73. */
export function attach(world: World, request: Request): Reply {
  const project = requireWriter(world, request, LEVEL.developer);
  const file = request.files['file'];
  if (file === undefined) throw badParameter('file is missing');
  const given = reader(request.body).text('branch');
  const branch = given === undefined || given === '' ? WIKI_BRANCH : given;
  if (!isBranchName(branch)) throw badRequest('Branch name is invalid');
  const name = safeFileName(file.name);
  const path = `uploads/${newSecret()}/${name}`;
  const { attachments } = world.wikis.of(project);
  attachments.set(branch, [...(attachments.get(branch) ?? []), { path, bytes: file.bytes }]);
  const { markdown } = markdownLink(name, path);
  return created({ file_name: name, file_path: path, branch, link: { url: path, markdown } });
}

/** Document 2:67-73. */
export const wikis: Operations = {
  'GET /projects/:id/wikis': withoutSignIn(list),
  'GET /projects/:id/wikis/:slug': withoutSignIn(get),
  'POST /projects/:id/wikis': create,
  'PUT /projects/:id/wikis/:slug': update,
  'DELETE /projects/:id/wikis/:slug': remove,
  'POST /projects/:id/wikis/attachments': attach,
};

/** Writing wikis requires the Planner role. */
function requireWriter(world: World, { as, path }: Request, level: number): Project {
  const project = requireProject(world, as, path['id'], LEVEL.guest);
  const own = levelInProject(world, project, as);
  if ((own < level && own !== LEVEL.planner) || project.archived) throw forbidden();
  return project;
}

const slugIn = ({ path }: Request) => (path['slug'] ?? '').replaceAll(' ', '-');

function pageOf(world: World, project: Project, request: Request): WikiPage {
  const page = world.wikis.of(project).pages().get(slugIn(request));
  if (page === undefined) throw notFound('Wiki Page');
  return page;
}

/** A leading `/` means the root folder. */
function within({ slug }: WikiPage, title: string) {
  if (title.startsWith('/')) return title.slice(1);
  const folder = slug.split('/').slice(0, -1);
  return title.includes('/') ? title : [...folder, title].join('/');
}

function checkedSlug(title: string) {
  if (title.trim() === '') throw badFields({ title: ["can't be blank"] });
  const slug = slugOf(title);
  if (slug === undefined) throw badFields({ title: ['is not a valid path'] });
  const isTooLong = slug.split('/').some((step) => Buffer.byteLength(step) > 245);
  if (isTooLong) throw badFields({ title: ['is too long'] });
  return slug;
}

function checkedContent(content: string) {
  if (content === '') throw badFields({ content: ["can't be blank"] });
  return content;
}

function requireFree(world: World, project: Project, slug: string) {
  if (!world.wikis.of(project).pages().has(slug)) return;
  throw badRequest('Duplicate page: A page with that title already exists');
}

/** Adds a commit that creates, deletes or changes one page. */
function change(
  world: World,
  { as }: Request,
  project: Project,
  action: 'create' | 'update' | 'delete',
  slugBefore: string | undefined,
  page: WikiPage | undefined,
) {
  const wiki = world.wikis.of(project);
  const pages = new Map(wiki.pages());
  if (slugBefore !== undefined) pages.delete(slugBefore);
  if (page !== undefined) pages.set(page.slug, page);
  const slug = page?.slug ?? slugBefore ?? '';
  wiki.commit(as.user?.id ?? 0, `${action} page: ${slug}`, pages);
  project.last_activity_at = world.clock.now();
  world.wikis.notify(project, slug, action);
}
