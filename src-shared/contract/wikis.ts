import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { Exported } from './exported.ts';
import { command, epochMs, nullish, query, Scope } from './kit.ts';

/** A page of a project's wiki (document 2:20). Lists contain `content` only if requested. */
export const WikiPage = z.looseObject({
  /** The path of the page, with `/` between folders. */
  slug: z.string(),
  title: z.string(),
  ...nullish(z.string(), 'format', 'content', 'encoding'),
  /** Set by Reeve if `content` is cut or missing because it is too long: its length in UTF-16 code units. */
  content_length: z.number().int().nullish(),
});
export type WikiPage = z.infer<typeof WikiPage>;

/** The markup of a page (document 2:20). */
export const WikiFormat = z.enum(['markdown', 'rdoc', 'asciidoc', 'org']);

/** A new page (document 2:70); `markdown` by default. */
export const WikiPageCreate = z.strictObject({
  title: z.string().min(1),
  content: z.string(),
  format: WikiFormat.optional(),
});

/** A changed page: at least its `content` or its `title` (document 2:71). */
export const WikiPageEdit = WikiPageCreate.partial().refine(
  ({ content, title }) => content !== undefined || title !== undefined,
  { message: 'content or title is needed', path: ['content'] },
);

/** What a file that was added to the wiki answers (document 2:73). */
export const WikiAttachment = z.looseObject({
  ...nullish(z.string(), 'file_name', 'file_path', 'branch'),
  link: z.looseObject({ url: z.string().nullish(), markdown: z.string().nullish() }).nullish(),
});
export type WikiAttachment = z.infer<typeof WikiAttachment>;

export const WikiListFilter = z.object({ format: WikiFormat.optional() });

/** A longer content is cut. Units: UTF-16 code units. */
export const mostWikiContent = 500_000;
/** More pages are left out of the tree. */
export const mostTreePages = 5_000;

/** The pages of a wiki without their content, by slug. `total`: how many pages match, which can be more. */
export const WikiTree = z.object({
  pages: z.array(WikiPage.pick({ slug: true, title: true, format: true })),
  total: z.number(),
});
export type WikiTree = z.infer<typeof WikiTree>;

/** A text that was requested now and is not cached. `length`: of the whole text, in UTF-16 code units. */
export const RequestedText = z.object({ text: z.string(), length: z.number(), at: epochMs });
export type RequestedText = z.infer<typeof RequestedText>;

const PageAddress = z.object({ scope: Scope, slug: z.string().min(1) });

const verbs = {
  /**
   * Save the content of a page at a place that the person chooses. A page that is not completely stored is requested.
   * Fails: `aborted` when the person cancels; as a request.
   */
  save: command(PageAddress, Exported),
  /** `search`: in titles, paths and contents. */
  tree: query(z.object({ scope: Scope, search: z.string().default('') }), WikiTree),
  /** The HTML that the platform made of a page, as text (document 2:69). */
  html: query(PageAddress, RequestedText, { remote: true }),
  /** An earlier version of a page. `sha`: of a commit of the wiki (document 2:69). */
  version: query(
    PageAddress.extend({ sha: z.string().min(1).max(64) }),
    RequestedText.extend({ title: z.string(), format: z.string().nullable() }),
    { remote: true },
  ),
};

/** Wiki pages of projects: `project:ID`. The list is synced with the content of all pages in one request. */
export const wikis = collection({
  row: WikiPage,
  key: 'slug',
  lists: { project: 'GET /projects/:id/wikis' },
  one: 'GET /projects/:id/wikis/:slug',
  kept: nightly(1),
  setup: { position: 118 },
  title: 'title',
  about: 'slug',
  columns: { title: 'normal', slug: 'normal', format: 'text' },
  searched: ['title', 'slug', 'content'],
  hasLongTexts: true,
  indexes: [['title'], ['slug']],
  groups: { page: ['title', 'slug', 'format', 'encoding', 'content_length'], content: ['content'] },
  counted: ['format'],
  filter: WikiListFilter,
  where: { format: 'equal' },
  isCounted: false,
  verbs,
});
