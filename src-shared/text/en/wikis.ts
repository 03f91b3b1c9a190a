import type { ListWords } from './list-words.ts';
import { count, plural } from './moments.ts';

export const wikis: ListWords<'wikis'> = {
  noun: { one: 'wiki page', many: 'wiki pages' },
  searchHint: 'Title, path, or content',
  groups: { page: 'Page', content: 'Content' },
  fields: {
    slug: 'Path',
    content: 'Text',
    content_length: 'Characters before it was cut',
  },
  values: { format: { markdown: 'Markdown', rdoc: 'RDoc', asciidoc: 'AsciiDoc', org: 'Org' } },
};

/** Words of the wiki of a project. */
export const wikiPage = {
  title: 'Wiki',
  pages: (n: number) => plural(n, 'page'),
  found: (found: number, all: number) => `${count(found)} of ${plural(all, 'page')}`,
  /** More pages are left out of the tree. */
  cut: (shown: number, all: number) =>
    `The tree shows ${count(shown)} of ${count(all)} pages. Search to find the others.`,
  tree: 'Wiki pages',
  search: 'Search titles and contents',
  noMatch: 'No pages match',
  showTree: 'Pages',
  select: 'Select a page.',
  neverSynced: 'Wiki not synced yet',
  neverSyncedText: 'Sync once to read and search it offline. One request loads all pages with their contents.',
  sync: 'Sync wiki',
  syncing: 'Syncing the wiki…',
  syncFailed: 'Couldn’t sync the wiki.',
  syncStartFailed: 'Couldn’t start the sync of the wiki',
  empty: 'This wiki has no pages.',
  listName: (project: string) => `Wiki of ${project}`,
  role: 'access to the wiki of the project',

  notKnown: 'This page isn’t in the synced wiki',
  notKnownText: 'It was deleted or renamed, or it is newer than the last sync.',
  loadPage: 'Load page',
  notStored: 'Not stored on this computer',
  notStoredText: 'The sync of the wiki left out the content of this page, because the wiki is very large.',
  isCut: (shown: number, all: number) =>
    `Shows the first ${count(shown)} of ${count(all)} characters. Longer pages are cut.`,
  emptyPage: 'This page is empty.',
  refresh: 'Refresh page',
  save: 'Save page…',
  saveTitle: 'Save wiki page',
  saved: 'Page saved',
  saveFailed: 'Couldn’t save the page',
  refreshFailed: 'Couldn’t refresh the page.',
  unknownFormat: 'Unknown format',
  encoding: (name: string) => `Encoding ${name}`,
  asText: (format: string) => `${format} is shown as text.`,
  content: (title: string) => `Content of ${title}`,
  opensPage: (slug: string) => `Opens the page ${slug}`,

  html: 'HTML of the instance',
  htmlNote: 'The HTML that the instance rendered for this page, shown as text. It isn’t stored.',
  htmlFailed: 'Couldn’t load the HTML.',
  version: 'Open version…',
  versionField: 'SHA of a commit of the wiki',
  versionHelp: 'This API has no history of a wiki: it doesn’t list the versions of a page.',
  versionNeeded: 'Enter 7 to 64 hexadecimal digits.',
  openVersion: 'Open',
  cancel: 'Cancel',
  versionNote: (sha: string) => `Version ${sha}. It isn’t stored.`,
  versionFailed: 'Couldn’t load this version.',
  loading: 'Loading…',
  back: 'Back to the page',

  notInApi: 'Not in this API',
  noHistory: 'The history of a wiki. An earlier version opens by its SHA.',
  noAttachments: 'A list of attachments. Links to attachments in a page open in the browser.',
};
