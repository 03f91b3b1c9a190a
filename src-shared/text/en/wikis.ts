import type { ListWords } from './list-words.ts';

export const wikis: ListWords<'wikis'> = {
  noun: { one: 'wiki page', many: 'wiki pages' },
  searchHint: 'Title, path, or content',
  groups: { page: 'Page', content: 'Content' },
  fields: { title: 'Title', slug: 'Path', format: 'Format', encoding: 'Encoding', content: 'Text' },
  filters: { format: 'Format' },
  values: { format: { markdown: 'Markdown', rdoc: 'RDoc', asciidoc: 'AsciiDoc', org: 'Org' } },
};
