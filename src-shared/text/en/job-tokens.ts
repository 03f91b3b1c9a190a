import { plural } from './moments.ts';

const projects = (n: number): string => plural(n, 'project');

/** Words of the page with the job token allowlists of all projects. */
export const jobTokens = {
  title: 'Job tokens',
  table: 'Job token allowlists of all known projects',
  noun: { one: 'project', many: 'projects' },
  toolbar: 'Search and views',
  view: 'View',
  views: { all: 'All', open: 'Open to every job token', broad: 'Over-broad entries', dead: 'Deleted entries' },
  count: projects,
  /** Projects that are not known are not counted. */
  atLeast: (n: number): string => `At least ${projects(n)}`,
  foot: 'The API has no list of projects. Projects that aren’t in “Groups and projects” are missing.',
  columns: {
    path: 'Project',
    inbound: 'Allowlist',
    into: 'Reached by',
    from: 'Reaches',
    entries: 'Entries',
    broad: 'Over-broad',
    dead: 'Deleted',
    enforced: 'Enforced',
    synced: 'Synced',
  },
  on: 'On',
  off: 'Off',
  refused: (status: number | null): string => (status === null ? 'Refused' : `Refused (${status})`),
  unknown: 'Unknown',
  enforced: { no: 'No', likely: 'Likely', unknown: 'Unknown' },
  enforcedWhy: {
    no: 'The allowlist is off, so the instance doesn’t enforce it.',
    likely: 'The instance refused to turn the allowlist off (400).',
    unknown: 'The API doesn’t report whether the instance enforces the allowlist.',
  },
  none: 'No projects are known yet.',
  open: 'Open job token scope',
  change: 'Change entries…',
};
