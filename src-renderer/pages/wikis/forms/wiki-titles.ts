import { wikiForm as words } from '#shared/text/en/wiki-forms.ts';

/** A page with its title, which has no folders, and its slug, which has. */
export interface TitledPage {
  slug: string;
  title: string;
}

/** The folder of a slug with its trailing slash; empty at the top level. */
export const folderOf = (slug: string): string => slug.slice(0, slug.lastIndexOf('/') + 1);

/** The title with the folders, as in the form. */
export const pathTitleOf = ({ slug, title }: TitledPage): string => folderOf(slug) + title;

/** The slug that the platform gives to a title with folders: spaces become hyphens. */
export function slugOf(pathTitle: string): string {
  const steps = pathTitle.trim().replace(/^\/+/, '').split('/');
  return steps.map((step) => step.trim().replace(/\s+/g, '-')).join('/');
}

/**
 * The title to send for a title with folders. The platform keeps a page in its folder if the title has none, and a
 * leading slash means the top level. `from`: the slug of the page; null: a new page.
 */
export function sentTitle(pathTitle: string, from: string | null): string {
  const title = pathTitle.trim().replace(/^\/+/, '');
  if (from === null) return title;
  const [folder, own] = [folderOf(from), folderOf(title)];
  if (folderOf(slugOf(title)) === folder) return title.slice(own.length);
  return own === '' ? `/${title}` : title;
}

/** Why a title can't be used; null: it can. `own`: the slug of the page itself. */
export function titleProblem(pathTitle: string, slugs: ReadonlySet<string>, own: string | null): string | null {
  const slug = slugOf(pathTitle);
  if (slug === '') return words.errors.title;
  if (slug.split('/').some((step) => step === '' || step === '.' || step === '..')) return words.errors.step;
  return slug !== own && slugs.has(slug) ? words.errors.duplicate(slug) : null;
}

/** The text with a link inserted at a position and separated from the words beside it. */
export function withLink(text: string, at: number, link: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const [left, right] = [/\S$/.test(before) ? ' ' : '', /^\S/.test(after) ? ' ' : ''];
  return `${before}${left}${link}${right}${after}`;
}

/** The path in a Markdown link: `![name](uploads/…/name)`; null: it is no link. */
export function pathInLink(link: string): string | null {
  return /\]\(<?([^)>\s]+)>?/.exec(link)?.[1] ?? null;
}
