import { titleOf } from '../world/wikis.ts';
import type { WikiPage } from '../world/wikis.ts';
import { escapeHtml, markdownHtml } from './markdown.ts';

/** A page in a list without contents (document 2, Wiki page). */
export const wikiPageBrief = (page: WikiPage) => ({
  format: page.format,
  slug: page.slug,
  title: titleOf(page),
  encoding: 'UTF-8',
});

export const wikiPageView = (page: WikiPage, asHtml = false) => ({
  content: asHtml ? htmlOf(page) : page.content,
  ...wikiPageBrief(page),
});

/** Markup other than Markdown is returned unchanged. */
const htmlOf = ({ format, content }: WikiPage) =>
  format === 'markdown' ? markdownHtml(content) : `<pre>${escapeHtml(content)}</pre>`;
