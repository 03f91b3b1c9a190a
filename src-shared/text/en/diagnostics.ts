import { plural } from './moments.ts';

/** Words about diagnostics: the page, the terminal, and the text in the zip. */
export const diagnostics = {
  title: 'Diagnostics',
  back: 'Back',
  forReport: 'To report this problem:',
  what: 'A zip file to attach when you report a problem with Reeve. It contains only what is shown here. Reeve doesn’t send it.',
  without:
    'Names, paths, addresses and messages are replaced by numbers, such as #12. Equal numbers mean equal values. The file contains no tokens.',
  collecting: 'Collecting…',
  again: 'Collect again',
  save: 'Save…',
  saved: 'Diagnostics saved',
  notSaved: 'Couldn’t save the diagnostics.',
  files: 'Files in the zip',
  content: (name: string) => `Content of ${name}`,
  bytes: (n: number) => plural(n, 'byte'),
  terminal: {
    saved: (path: string) => `Saved diagnostics to ${path}. Look at them before you send them.`,
    exists: (path: string) => `${path} exists already. Choose another name.`,
    notSaved: (message: string) => `Couldn’t save the diagnostics: ${message}`,
  },
  /** `README.txt` in the zip. */
  readme: `Diagnostics of Reeve

Numbers such as #12 replace names, paths, addresses, IDs of instances and messages. Equal numbers mean equal values.
"left out" replaces a text that this version of Reeve doesn't know.
log/left-out.json counts lines of the log that this version doesn't know, so they are not in this zip.
"unknown" means that Reeve couldn't read the value. A code and a reason say why.
Ages and durations are in milliseconds.
If Reeve was not running, the counts of a job that has not ended are from its last change of state.
`,
} as const;
