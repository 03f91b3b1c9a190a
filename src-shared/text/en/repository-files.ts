import type { PathSource } from '#shared/contract/repository-files.ts';
import { ago, count, size } from './moments.ts';

const files = (n: number): string => (n === 1 ? '1 file' : `${count(n)} files`);
const lines = (n: number): string => (n === 1 ? '1 line' : `${count(n)} lines`);

/** Words of the page of a project's code. */
export const repositoryFiles = {
  code: 'Code',
  files: 'Files',
  submodules: 'Submodules',
  offline: 'Stored files are shown. Others can’t be downloaded while the instance can’t be reached.',

  ref: {
    label: 'Branch, tag or commit',
    missing: (ref: string) => `Branch, tag or commit “${ref}” not found.`,
    missingWhy: 'It was deleted or never existed. Choose another one.',
  },

  tree: {
    label: 'Known paths',
    path: 'Filter or open a path',
    placeholder: 'Filter or open a path…',
    open: 'Open',
    openPath: (path: string) => `Open ${path}`,
    invalid: 'A path can’t have empty segments, “.” or “..”.',
    none: 'No known paths yet.',
    noneWhy: 'Enter the path of a file above to open it.',
    noMatch: 'No known path contains this text.',
    isCut: (n: number) => `Only the first ${count(n)} rows are shown. Filter to see others.`,
    folder: (n: number) => files(n),
    notStored: 'not stored',
    absent: (ref: string) => `404 at ${ref}`,
    submodule: 'submodule',
    lfs: (bytes: number | null) => (bytes === null ? 'LFS' : `LFS · ${size(bytes)}`),
    show: 'Show files',
    hide: 'Hide files',
  },

  known: {
    title: 'Known paths only',
    about: (n: number) =>
      `The API can’t list a folder. Reeve shows the ${n === 1 ? '1 path' : `${count(n)} paths`} that it knows from:`,
    aboutNone:
      'The API can’t list a folder. Reeve learns paths when you open them, from .gitmodules, push deliveries, and its own commits.',
    stored: (stored: number, total: number) => `${count(stored)} of ${files(total)} stored on this computer`,
    isFull: 'No further paths are added: a project has at most 20,000.',
    sources: {
      person: 'Added by you',
      gitmodules: '.gitmodules',
      delivery: 'Push deliveries',
      journal: 'Commits by Reeve',
    } satisfies Record<PathSource, string>,
  },

  file: {
    label: 'File',
    choose: 'Choose a file, or open a path.',
    path: 'path',
    copyLink: 'Copy link to this line at this commit',
    link: 'link',
    facts: (parts: readonly string[]) => parts.join(' · '),
    lines,
    size,
    executable: 'Executable',
    lfs: 'Git LFS',
    pixels: (width: number, height: number) => `${count(width)} × ${count(height)} px`,
    checked: (atMs: number, nowMs: number) => `Checked ${ago(atMs, nowMs)}`,
    noChange: 'no change',
    check: 'Check for changes',
    checking: 'Checking…',
    notStored: 'Not stored on this computer',
    notStoredWhy: 'The content of this file at this ref was never downloaded, or it was deleted to free space.',
    download: 'Download content',
    save: 'Save file…',
    saveTitle: (name: string) => `Save ${name}`,
    saved: 'File saved',
    saveFailed: 'Couldn’t save the file',
    absent: (ref: string) => `Not found at ${ref} (404)`,
    absentWhy: 'The file was deleted or renamed, or it never existed at this ref.',
    absentKept: (ref: string) => `Not found at ${ref} (404). This is the content that was stored before.`,
    remove: 'Remove path',
    tooLarge: (bytes: number | null) =>
      bytes === null
        ? 'The file is too large to download.'
        : `The file has ${size(bytes)}, which is too large to download.`,
    tooLargeWhy: 'Reeve downloads files of up to 200 MB.',
    damaged: 'The stored content is damaged.',
    damagedWhy: 'Its bytes don’t match their hash. Check the file again to download it.',
    binary: 'Binary file',
    binaryWhy: 'Its content can’t be shown as text.',
    largeImage: 'This image is too large to be shown.',
    isCut: (n: number) => `Only the first ${lines(n)} are shown. Save the file to see all of it.`,
    encoding: (name: string) => `Shown as ${name}, because it isn’t valid UTF-8`,
    image: (name: string) => `Image ${name}`,
    pointer: 'Pointer',
    content: 'Content',
    storage: 'What to show',
    storeLfs: (bytes: number) => `Download content from Git LFS (${size(bytes)})`,
    lfsMissing: 'The content in Git LFS is not stored on this computer.',
  },

  view: {
    label: 'View',
    plain: 'Plain',
    blame: 'Blame',
    preview: 'Preview',
    find: 'Find in file',
    lastCommit: 'Last commit',
    unknownCommit: 'Not synced',
    commitsOfPath: 'Commits of this path',
    content: (name: string) => `Content of ${name}`,
    line: (line: number) => `Line ${count(line)}`,
    blameMissing: 'Blame of these lines is not stored on this computer.',
    blameLoading: 'Loading blame…',
    blameFailed: 'Couldn’t load blame',
    lineBlame: (author: string, age: string) => `${author}, ${age}`,
    unknownAuthor: 'Unknown author',
  },

  search: {
    find: 'Find',
    next: 'Next',
    previous: 'Previous',
    all: 'All',
    matchCase: 'Match case',
    regexp: 'Regular expression',
    byWord: 'Whole word',
    close: 'Close',
    line: 'Go to line',
    go: 'Go',
  },

  modules: {
    path: 'Path',
    url: 'URL',
    branch: 'Branch',
    noBranch: 'default',
    noPin: 'The API doesn’t report the commit that a submodule is pinned to.',
    none: 'This ref has no submodules.',
    noneWhy: '.gitmodules was not found (404).',
    never: 'Submodules were never checked at this ref.',
    empty: '.gitmodules lists no submodules.',
    check: 'Check .gitmodules',
    notStored: '.gitmodules is not stored on this computer.',
    open: 'Open .gitmodules',
  },
};
