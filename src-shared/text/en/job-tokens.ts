import { jobTokenForms } from './job-token-forms.ts';
import { count, plural } from './moments.ts';

const allowlists = (n: number): string => (n < 2 ? 'allowlist' : plural(n, 'allowlist'));
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
  foot: 'The API lists no projects of a group or instance. Only projects in “Groups and projects” are counted.',
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
  turn: {
    on: {
      title: (n: number): string => `Turn on ${allowlists(n)}`,
      none: 'All selected allowlists are already on.',
      /** `unsynced`: how many of them are not fully synced. */
      consequence: (n: number, unsynced: number): string =>
        `In ${n === 1 ? 'this project' : `each of these ${count(n)} projects`}, only job tokens of the projects and groups in its allowlist will be accepted. Jobs of other projects that need access will fail.${unsynced === 0 ? '' : ` Reeve doesn’t know all entries of ${plural(unsynced, 'of these allowlists', 'of these allowlists')}.`}`,
    },
    off: {
      title: (n: number): string => `Turn off ${allowlists(n)}`,
      none: 'All selected allowlists are already off.',
      consequence: (n: number): string =>
        jobTokenForms.turnOff.consequence(n === 1 ? 'this project' : `these ${count(n)} projects`),
    },
  },
};
