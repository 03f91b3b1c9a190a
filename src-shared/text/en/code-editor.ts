/** Texts of the views and the editor of code. */
export const codeEditor = {
  noDifference: 'No difference',
  /** Keyed by the English texts of the library. */
  phrases: {
    Find: 'Find',
    Replace: 'Replace with',
    next: 'Next',
    previous: 'Previous',
    all: 'All',
    'match case': 'Match case',
    regexp: 'Regular expression',
    'by word': 'Whole word',
    replace: 'Replace',
    'replace all': 'Replace all',
    close: 'Close',
    'Go to line': 'Go to line',
    go: 'Go',
    '$ unchanged lines': '$ unchanged lines',
  },
} as const;
