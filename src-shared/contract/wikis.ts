import { z } from 'zod';
import { collection } from './collection.ts';

/** A page of a project's wiki (document 2:20). Lists contain `content` only if requested. */
export const WikiPage = z.looseObject({
  /** The path of the page, with `/` between folders. */
  slug: z.string(),
  title: z.string(),
  format: z.string().nullish(),
  content: z.string().nullish(),
  encoding: z.string().nullish(),
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
  file_name: z.string().nullish(),
  file_path: z.string().nullish(),
  branch: z.string().nullish(),
  link: z.looseObject({ url: z.string().nullish(), markdown: z.string().nullish() }).nullish(),
});
export type WikiAttachment = z.infer<typeof WikiAttachment>;

export const WikiListFilter = z.object({ format: WikiFormat.optional() });

/** Wiki pages of projects: `project:ID`. Lists contain no content, which is loaded for each page. */
export const wikis = collection({
  row: WikiPage,
  key: 'slug',
  lists: { project: 'GET /projects/:id/wikis' },
  one: 'GET /projects/:id/wikis/:slug',
  title: 'title',
  about: 'slug',
  columns: { title: 'normal', slug: 'normal', format: 'text' },
  searched: ['title', 'slug', 'content'],
  hasLongTexts: true,
  indexes: [['title'], ['slug']],
  groups: { page: ['title', 'slug', 'format', 'encoding'], content: ['content'] },
  counted: ['format'],
  filter: WikiListFilter,
  where: { format: 'equal' },
  hasDetails: true,
  isCounted: false,
});
