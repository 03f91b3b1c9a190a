/** Fields of document 2, Wiki page, in a list and of a single page. */
export const WIKI_BRIEF = ['encoding', 'format', 'slug', 'title'];
export const WIKI_PAGE = ['content', ...WIKI_BRIEF];
