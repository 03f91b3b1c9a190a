import { branchName } from './branch-name.ts';
import { count, size } from './moments.ts';
import { writeLabels } from './operations.ts';

/** The parts of a commit that a message names: short ID, title, author. */
interface NamedCommit {
  id: string;
  title: string | null;
  author: string | null;
}
const named = ({ id, title, author }: NamedCommit): string =>
  [id.slice(0, 8), title === null ? null : `“${title}”`, author === null ? null : `by ${author}`]
    .filter((part) => part !== null)
    .join(' ');

const create = writeLabels('files.create');
const edit = writeLabels('files.edit');
const remove = writeLabels('files.remove');

/** Words of the forms that create, edit and delete a file of a repository. */
export const fileForms = {
  actions: {
    edit: 'Edit…',
    editTitle: (name: string) => `Edit ${name}…`,
    replace: 'Replace from disk…',
    replaceTitle: (name: string) => `Replace ${name} from disk…`,
    mode: (isExecutable: boolean) => (isExecutable ? 'Make not executable…' : 'Make executable…'),
    modeTitle: (name: string, isExecutable: boolean) =>
      isExecutable ? `Make ${name} not executable…` : `Make ${name} executable…`,
    remove: remove.open,
    removeTitle: (name: string) => `Delete ${name}…`,
    create: create.open,
    createHere: 'Create this file…',
    builder: 'Add to commit builder',
    builderTitle: (name: string) => `Add ${name} to commit builder`,
    keywords: 'file commit write change',
  },

  why: {
    notLoaded: 'The file is still loading.',
    notStored: 'The content isn’t stored on this computer. Download it first.',
    absent: 'The file doesn’t exist at this ref.',
    binary: 'This isn’t a text file. Replace it from disk instead.',
    encoding: 'This text isn’t valid UTF-8, so editing would change other parts of it. Replace it from disk instead.',
    damaged: 'The stored content is damaged. Check the file again first.',
    large: (most: number) => `The editor supports texts up to ${size(most)}. Replace the file from disk instead.`,
    lfs: 'The content in Git LFS is shown. Show the pointer to change the file in the repository.',
    noMode: 'The instance didn’t report whether this file is executable.',
    empty: 'Nothing was changed: the commit would be empty.',
    noFile: 'Choose a file first.',
  },

  title: {
    create: create.name,
    edit: (path: string) => `Edit ${path}`,
    replace: (path: string) => `Replace ${path}`,
    remove: (path: string) => `Delete ${path}`,
    mode: (path: string, isExecutable: boolean) =>
      isExecutable ? `Make ${path} not executable` : `Make ${path} executable`,
  },
  button: {
    create: create.send,
    edit: edit.send,
    replace: 'Replace file',
    remove: remove.send,
    mode: (isExecutable: boolean) => (isExecutable ? 'Make not executable' : 'Make executable'),
  },
  plan: {
    create: create.name,
    edit: edit.name,
    remove: remove.name,
    mode: 'Change mode of file',
  },
  done: {
    create: (path: string, branch: string) => `Created ${path} on ${branch}`,
    edit: (path: string, branch: string) => `Changed ${path} on ${branch}`,
    remove: (path: string, branch: string) => `Deleted ${path} on ${branch}`,
    mode: (path: string, isExecutable: boolean, branch: string) =>
      `${path} is ${isExecutable ? 'executable' : 'no longer executable'} on ${branch}`,
  },
  /** Suggested commit messages. */
  message: {
    create: (name: string) => `Add ${name}`,
    edit: (name: string) => `Update ${name}`,
    remove: (name: string) => `Delete ${name}`,
    mode: (name: string, isExecutable: boolean) => `Make ${name} ${isExecutable ? 'executable' : 'not executable'}`,
  },
  /** Suggested names of new branches. */
  newBranch: {
    create: (name: string) => `add-${name}`,
    edit: (name: string) => `update-${name}`,
    remove: (name: string) => `delete-${name}`,
    mode: (name: string) => `mode-of-${name}`,
  },

  fields: {
    path: 'Path',
    pathHelp: 'In the repository, for example docs/guide.md. Missing folders are created.',
    target: 'Commit to',
    targets: { existing: 'An existing branch', new: 'A new branch' },
    notABranch: (ref: string) =>
      `${ref} isn’t a known branch. Tags and commits can’t be changed: choose a branch, or create one that starts at a branch.`,
    unknownDefault: 'The name of the default branch isn’t known yet. Enter it.',
    cantPush: (branch: string) =>
      `According to the synced list of branches, this token can’t push to ${branch}. Commit to a new branch instead.`,
    authorHelp: 'Leave empty for the account of the token.',
    executable: 'Executable',
    executableHelp: 'For scripts and programs.',
  },

  errors: {
    branch: 'Enter the name of a branch.',
    startBranch: 'Enter the branch where the new branch starts.',
    branchExists: `${branchName.exists} Choose “An existing branch”, or enter another name.`,
    email: 'Enter an email address.',
    path: 'Enter a path.',
    pathSegments: 'A path can’t have empty segments, “.” or “..”, and can’t start or end with “/”.',
    pathGit: 'A path can’t have the segment “.git”.',
    pathLong: (most: number) => `A path can have at most ${count(most)} characters.`,
    pathSubmodule: 'This path is a submodule, or is inside one.',
    pathExists: (branch: string) => `A file exists at this path on ${branch}. Open it to edit it.`,
    folderExists: (branch: string) => `A folder exists at this path on ${branch}. Enter another path.`,
    noBranch: (branch: string) => `Branch ${branch} doesn’t exist.`,
    notOnBranch: (branch: string) => `The file doesn’t exist on ${branch}.`,
    push: 'This token can’t push to this branch. Commit to a new branch instead, or ask for permission to push.',
    sameFile: 'This file has the same content as the one in the repository: the commit would be empty.',
    textTooLarge: (most: number) => `The editor supports texts up to ${size(most)}. Choose a file from disk instead.`,
    notModified: 'The file on the instance hasn’t changed since you opened it.',
  },

  content: {
    source: 'Content',
    write: 'Edit text',
    changes: 'Changes',
    disk: 'From disk',
    counts: (added: number, removed: number) => `+${count(added)} −${count(removed)}`,
    editor: (name: string) => `Text of ${name}`,
    editorNew: 'Text of the new file',
    difference: (name: string) => `Changes to ${name}`,
    lineEnds: {
      crlf: 'Line endings: CRLF',
      mixed: 'Line endings: mixed',
      noFinal: 'No line ending after the last line',
      bom: 'Begins with a byte order mark',
    },
    chooseFile: 'File on this computer',
    binary: (before: number | null, after: number) =>
      before === null
        ? `The new content is ${size(after)}. Its difference can’t be shown as text.`
        : `The content is ${size(before)} now, and will be ${size(after)}. The difference can’t be shown as text.`,
    large: 'The instance accepts 3 requests of more than 20 MB in 30 seconds. Reeve waits before it sends more.',
    lfs: 'This file is a Git LFS pointer. You change the pointer, not the content that it points to.',
    lfsReplace: 'This file is a Git LFS pointer. The chosen file replaces the pointer and isn’t stored in Git LFS.',
    lfsRemove: 'This file is a Git LFS pointer. Its content stays in Git LFS.',
  },

  moved: {
    changed: (branch: string, commit: NamedCommit | null) =>
      commit === null
        ? `Somebody changed this file on ${branch} after you opened it. Your input is kept.`
        : `Somebody changed this file on ${branch} after you opened it, with commit ${named(commit)}. Your input is kept.`,
    differs: (branch: string) =>
      `On ${branch}, the content of the file differs from the version that you opened. Your input is kept.`,
    compare: 'Compare with the new version',
    take: 'Discard my changes and load the new version',
    remove: 'Delete the new version',
    mode: 'Change the new version',
    replace: 'Replace the new version',
    compared: (branch: string) =>
      `Your changes are now compared with the new version on ${branch}. Committing them replaces that version.`,
    taken: (branch: string) => `The new version on ${branch} was loaded. Undo in the editor restores your text.`,
  },
};
