import { jobTokenPage } from './job-token-scope.ts';
import { count, plural } from './moments.ts';

type EntryCounts = Parameters<typeof jobTokenPage.allowlist.counts>[0];

const allowlists = (n: number): string => (n < 2 ? 'allowlist' : plural(n, 'allowlist'));

/** The entries of one allowlist. For several, how many of them have entries that are not known. */
function contentsOf(shown: readonly EntryCounts[]): string {
  const [first] = shown;
  if (first !== undefined && shown.length === 1) return `Its entries: ${jobTokenPage.allowlist.counts(first)}. `;
  const unsynced = shown.filter(({ projects, groups }) => projects === null || groups === null).length;
  return unsynced === 0 ? '' : `The entries of ${plural(unsynced, 'allowlist')} are not fully synced. `;
}

/** Words of the changes to job token scopes. */
export const jobTokenForms = {
  /** The path of the project; “this project” if only its ID is known, because it isn’t in the catalogue. */
  projectOf: (path: string): string => (/^\d+$/.test(path) ? 'this project' : path),
  /** The projects of a change. */
  placeOf: (paths: readonly string[]): string =>
    paths.length === 1 ? jobTokenForms.projectOf(paths[0] ?? '') : `each of these ${count(paths.length)} projects`,
  turnOff: {
    title: (n: number): string => `Turn off ${allowlists(n)}`,
    consequence: (place: string): string =>
      `Job tokens of every project will be accepted in ${place}. The entries of the allowlist are kept. If the instance enforces the allowlist, it refuses this change (400). The API doesn’t report whether the allowlist is enforced.`,
    before: 'If the instance enforces the allowlist, turning it off fails with 400.',
    is: (n: number): string => (n === 1 ? 'The allowlist is already off.' : 'All selected allowlists are already off.'),
    done: (place: string): string => `Allowlist of ${place} turned off`,
  },
  turnOn: {
    title: (n: number): string => `Turn on ${allowlists(n)}`,
    consequence: (place: string, changed: readonly EntryCounts[]): string =>
      `In ${place}, only job tokens of the projects and groups in its allowlist will be accepted. ${contentsOf(changed)}Jobs of other projects that need access will fail.`,
    is: (n: number): string => (n === 1 ? 'The allowlist is already on.' : 'All selected allowlists are already on.'),
    done: (place: string): string => `Allowlist of ${place} turned on`,
  },
  add: {
    label: 'Add to allowlist…',
    title: (project: string): string => `Add to the allowlist of ${project}`,
    text: 'Job tokens of these projects, and of all projects in these groups, will be accepted.',
    off: 'The allowlist of this project is off, so job tokens of every project are accepted now. Entries apply only while the allowlist is on.',
    submit: 'Add to allowlist',
    plan: (n: number): string => `Add ${plural(n, 'entry', 'entries')} to the allowlist`,
    consequence: (project: string): string =>
      `Their job tokens will be accepted in ${project} while its allowlist is on.`,
    done: (name: string): string => `${name} added to the allowlist`,
  },
  remove: {
    label: 'Remove from allowlist',
    /** A single entry is removed without a dialog. */
    many: (n: number): string =>
      n === 0 ? 'Remove selected entries' : `Remove ${plural(n, 'entry', 'entries')}${n === 1 ? '' : '…'}`,
    plan: (n: number): string => `Remove ${plural(n, 'entry', 'entries')} from the allowlist`,
    consequence: (project: string): string =>
      `While the allowlist is on, their job tokens are no longer accepted in ${project}. Jobs that need access will fail.`,
    done: (name: string): string => `${name} removed from the allowlist`,
    none: 'Select entries of the allowlist first.',
  },
  selection: {
    selected: (n: number): string => `${count(n)} selected`,
    clear: 'Clear',
    one: (name: string): string => `Select ${name}`,
    all: (n: number): string => `Select all ${plural(n, 'entry', 'entries')}`,
    dead: (n: number): string => `Select ${count(n)} deleted`,
    region: 'Selected entries',
  },
  fields: {
    projects: 'Projects',
    groups: 'Groups',
    /** The name of a project or group of which only the ID is known. */
    byId: { project: (id: number): string => `Project ${id}`, group: (id: number): string => `Group ${id}` },
    help: 'IDs, paths, or addresses of their pages.',
    none: 'Enter at least one project or group.',
    tooMany: (most: number): string => `Enter at most ${count(most)} at once.`,
    notProject: (text: string): string =>
      `“${text}” is not a project of this instance. Enter an ID, a path such as group/project, or the address of its page.`,
    notGroup: (text: string): string =>
      `“${text}” is not a group of this instance. Enter an ID, a path, or the address of its page.`,
    unknownId: (path: string): string =>
      `The ID of ${path} isn’t known, and the API accepts only IDs here. Enter its ID. The page of the project or group on the instance shows it.`,
    listed: (name: string): string => `${name} is already in the allowlist.`,
    own: (name: string): string => `${name} is this project. A project always accepts its own job tokens.`,
    missing: (name: string): string => `${name} doesn’t exist (404), or this token can’t see it.`,
    twice: (name: string): string => `${name} is both added and removed. Remove it from one of the fields.`,
  },
  bulk: {
    title: 'Change allowlists of several projects',
    text: 'The same entries are added to and removed from the allowlist of each project. Adding an entry that is already in the allowlist, or removing one that isn’t, has no effect. This requires the Maintainer role in each project.',
    addProjects: 'Projects to add',
    addGroups: 'Groups to add',
    removeProjects: 'Projects to remove',
    removeGroups: 'Groups to remove',
    where: 'Projects to change',
    all: (n: number): string => `Enter all ${plural(n, 'known project')}`,
    noneKnown: 'No project is in “Groups and projects”.',
    listHelp:
      'One ID, path or address on each line. Known projects are those in “Groups and projects”, except deleted ones.',
    noProjects: 'Enter at least one project.',
    submit: 'Change allowlists…',
    preview: (changed: number, projects: number): string =>
      `At most ${plural(changed, 'change')}: ${plural(projects, 'project')} × ${plural(projects === 0 ? 0 : changed / projects, 'entry', 'entries')}.`,
    previewNone: 'No changes yet: enter entries and projects.',
    tooMany: (n: number, most: number): string =>
      `This makes ${count(n)} changes. A plan can have at most ${count(most)}. Choose fewer projects or entries.`,
    nothing:
      'No changes: a project can’t be added to the allowlist of the same project. Change the entries or the projects.',
    plan: (n: number): string => `Change ${plural(n, 'allowlist entry', 'allowlist entries')}`,
    consequence: (projects: number, removes: boolean): string =>
      `The ${projects === 1 ? 'allowlist' : 'allowlists'} of ${plural(projects, 'project')} will change.${removes ? ' While an allowlist is on, jobs that need a removed entry will fail.' : ''}`,
  },
};
