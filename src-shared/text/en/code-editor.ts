import { repositoryFiles } from './repository-files.ts';

const { search } = repositoryFiles;

/** Texts of the code editor, and of the view that shows the difference between two texts. */
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
