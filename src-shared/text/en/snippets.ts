import type { ListWords } from './list-words.ts';
import { count, plural, size } from './moments.ts';

export const snippets: ListWords<'snippets'> = {
  noun: { one: 'snippet', many: 'snippets' },
  searchHint: 'Title, description, file, or author',
  groups: { snippet: 'Snippet', times: 'Dates', identity: 'Identity' },
  fields: {
    file_name: 'First file',
    web_url: 'Web page',
    raw_url: 'Address of the content',
    ssh_url_to_repo: 'Repository (SSH)',
    http_url_to_repo: 'Repository (HTTP)',
  },
  values: { visibility: { public: 'Public', internal: 'Internal', private: 'Private' } },
};

/** Words of the pages of snippets. */
export const snippetPage = {
  title: 'Snippets',
  personal: 'Personal snippets',
  back: 'Back to snippets',
  unnamed: (id: number) => `Snippet ${id}`,
  refresh: 'Refresh snippet',
  refreshFailed: 'Couldn’t refresh the snippet.',
  notKnown: 'This snippet isn’t synced yet',
  notKnownText: 'It was deleted, or it is newer than the last sync.',
  load: 'Load snippet',
  /** The name of the author follows. */
  by: 'by',
  facts: 'Details',
  description: 'Description',
  files: 'Files',
  filesUnknown: 'The list of files isn’t synced yet.',
  moreFiles: (n: number) => `${count(n)} more files aren’t shown.`,
  firstOnly: 'This API returns only the content of the first file of a project’s snippet.',
  notInApi: 'Not in this API',
  content: (file: string) => `Content of ${file}`,
  firstFile: 'First file',
  notStored: 'Not stored on this computer',
  notStoredText: 'Download the file once to read it offline.',
  loadFile: 'Download file',
  reloadFile: 'Download again',
  loadingFile: 'Downloading the file…',
  loadFailed: 'Couldn’t download the file.',
  tooLarge: (mostBytes: number) => `Files of more than ${size(mostBytes)} aren’t stored.`,
  noSpace: 'The file doesn’t fit into the limit for stored files. Change the limit in Settings.',
  outdated: 'The snippet changed after this file was downloaded.',
  notText: 'This file isn’t text.',
  empty: 'This file is empty.',
  isCut: (shown: number, whole: number) =>
    `Shows the first ${count(shown)} characters of ${size(whole)}. The saved file is complete.`,
  stored: (bytes: number) => `${size(bytes)}, stored`,
  save: 'Save file…',
  saved: (path: string) => `Saved ${path}`,
  notStoredReason: 'The file isn’t stored on this computer',
  storeAll: 'Store all files',
  storing: 'Storing…',
  storedAll: (bytes: number) => `All files stored: ${size(bytes)}`,
  storedSome: (n: number) => plural(n, 'file wasn’t stored', 'files weren’t stored'),
  notes: 'Notes',
  noNotes: 'Notes of personal snippets aren’t in this API.',
};
