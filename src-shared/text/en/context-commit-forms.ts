import { plural } from './moments.ts';

/** Texts of the forms that add and remove context commits of a merge request. */
export const contextCommitForms = {
  add: {
    label: 'Add context commits…',
    command: 'Add context commits…',
    commandWords: 'sha reference merge request new',
    title: (number: number) => `Add context commits to !${number}`,
    text: 'Context commits are commits of the project that reviewers see for reference. They are not merged.',
    commits: 'SHAs',
    commitsHelp:
      'One per line, or separated by spaces or commas. The first 7 or more characters of a SHA are usually enough.',
    button: 'Add context commits',
    plan: 'Add context commits',
    done: (n: number, number: number) => `Added ${plural(n, 'context commit')} to !${number}`,
  },
  remove: {
    label: 'Remove context commits…',
    command: 'Remove context commits…',
    commandWords: 'sha reference merge request delete',
    title: (number: number) => `Remove context commits from !${number}`,
    text: 'The commits stay in the repository.',
    commits: 'Context commits',
    button: 'Remove context commits',
    plan: 'Remove context commits',
    done: (n: number, number: number) => `Removed ${plural(n, 'context commit')} from !${number}`,
    chooseSome: 'Select at least one commit.',
    neverSynced: 'Sync the context commits first.',
    none: 'This merge request has no context commits.',
  },
  shas: {
    missing: 'Enter at least one SHA.',
    invalid: (text: string) => `“${text}” isn’t a SHA. A SHA has 7 to 64 characters: 0–9 and a–f.`,
    twice: (sha: string) => `${sha} is entered more than once. Remove the duplicate.`,
    notFound: (shas: readonly string[]) =>
      shas.length === 1
        ? `No commit of this project has the SHA ${shas.join()}. Correct it or remove it.`
        : `No commits of this project have the SHAs ${shas.join(', ')}. Correct them or remove them.`,
    known: (sha: string) => `${sha} is already a context commit. Remove it from this field.`,
  },
};
