import { repositoryFiles } from './repository-files.ts';

const { search } = repositoryFiles;

/** Words of the editor of a text, and of the view of a difference. */
export const codeEditor = {
  noDifference: 'No difference',
  /** Keyed by the English texts of the library. */
  phrases: {
    Find: search.find,
    Replace: 'Replace with',
    next: search.next,
    previous: search.previous,
    all: search.all,
    'match case': search.matchCase,
    regexp: search.regexp,
    'by word': search.byWord,
    replace: 'Replace',
    'replace all': 'Replace all',
    close: search.close,
    'Go to line': search.line,
    go: search.go,
    '$ unchanged lines': '$ unchanged lines',
  },
} as const;
