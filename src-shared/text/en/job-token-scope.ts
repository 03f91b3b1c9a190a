import type { CoverageRefusal } from '#shared/contract/coverage.ts';
import { count, plural } from './moments.ts';
import type { ListWords } from './list-words.ts';

export const jobTokenScope: ListWords<'jobTokenScope'> = {
  noun: { one: 'job token scope', many: 'job token scopes' },
  searchHint: 'Project',
  role: 'Maintainer',
  groups: { scope: 'Job token scope' },
  fields: { outbound_enabled: 'Outbound limit on (deprecated)' },
};

export const jobTokenProjects: ListWords<'jobTokenProjects'> = {
  noun: { one: 'allowed project', many: 'allowed projects' },
  searchHint: 'Path or name',
  role: 'Maintainer',
  groups: { project: 'Project', place: 'Place', links: 'Links' },
  fields: {
    path_with_namespace: 'Project',
    name_with_namespace: 'Name with groups',
    namespace: 'Group',
    star_count: 'Stars',
    web_url: 'Page',
    ssh_url_to_repo: 'SSH address',
    http_url_to_repo: 'HTTP address',
  },
};

export const jobTokenGroups: ListWords<'jobTokenGroups'> = {
  noun: { one: 'allowed group', many: 'allowed groups' },
  searchHint: 'Name or address',
  role: 'Maintainer',
  groups: { group: 'Group' },
  fields: { name: 'Group', web_url: 'Page' },
};

/** The words of the page. */
export const jobTokenPage = {
  title: 'Job token scope',
  partsLabel: 'Allowlist or reach',
  on: 'Allowlist on',
  onWhy: 'Only job tokens of allowed projects and groups are accepted.',
  off: 'Allowlist off',
  offWhy: 'Job tokens of every project are accepted.',
  unknown: 'Never synced',
  unknownWhy: 'The setting of this project is not stored on this computer.',
  enforced: 'The allowlist may be on because the instance enforces it.',
  outbound: 'The deprecated outbound limit is on.',
  sync: 'Sync this project',
  syncAll: 'Sync the allowlists of all projects',
  syncFailed: 'Couldn’t start the sync of the allowlists',
  refused: 'Refused',
  /** Why a list is not stored, or not new. */
  refusedWhy: ({ status, reason }: CoverageRefusal, isStored: boolean): string => {
    const code = status === null ? '' : ` (${status})`;
    const role = reason === 'role' ? ' It requires the Maintainer role in this project.' : '';
    const rows = isStored ? ' The rows shown here are from an earlier sync.' : '';
    return `The instance refused the last sync${code}.${role}${rows}`;
  },
  neverPart: 'Never synced.',
  notStored: '–',
  incomplete: 'not all three lists of this project are synced',
  groupsMissing: 'the list of groups isn’t synced',
  /** Why figures and rows can be missing: the setting, the projects and the groups are separate requests. */
  partly: 'Not all three lists of this project are synced, so projects can be missing here.',
  figures: {
    label: 'Reach in numbers',
    into: 'Can reach this project',
    from: 'This project can reach',
    every: 'every project',
    noneSynced: 'no allowlist of another project is synced',
    unknownGroups: (n: number): string => `and ${plural(n, 'group')} without known projects`,
    ofProjects: (n: number): string => `of ${plural(n, 'project')}`,
    projects: (n: number): string => (n === 1 ? 'project' : 'projects'),
    broad: 'Over-broad groups',
    broadWhy: 'inferred: top-level, or 50 or more projects',
    dead: 'Entries that no longer exist',
    deadWhy: 'not found (404) when Reeve requested them',
    synced: 'Allowlists synced',
  },
  allowlist: {
    title: 'Allowlist',
    /** `null`: the list is not stored. */
    counts: ({ projects, groups }: { projects: number | null; groups: number | null }): string =>
      [
        projects === null ? '– projects' : plural(projects, 'project'),
        groups === null ? '– groups' : plural(groups, 'group'),
      ].join(', '),
    groups: 'Groups',
    projects: 'Projects',
    none: { groups: 'No group is allowed.', projects: 'No other project is allowed.' },
    panel: (name: string): string => `Details of ${name}`,
    notLoaded: 'This entry is no longer in the synced allowlist.',
    reached: (n: number): string => plural(n, 'project'),
    broad: 'over-broad',
    noProjects: 'No known projects',
  },
  reach: {
    title: 'Reach',
    direction: 'Direction',
    both: 'Both',
    into: 'Into this project',
    from: 'From this project',
    intoWhy: 'Their job tokens are accepted here.',
    fromWhy: 'They accept a job token of this project.',
    filter: 'Filter by project',
    columns: { from: 'From', to: 'To', via: 'Via', note: 'Note', synced: 'Synced' },
    viaProject: 'Project entry',
    viaGroup: (group: string): string => `Group ${group}`,
    viaAll: 'Allowlist off',
    everyProject: 'Every project',
    allOf: (group: string): string => `${group}/*`,
    alsoGroup: (group: string): string => `Also by group ${group}`,
    acceptsAll: 'Accepts every job token',
    noProjects: 'Its projects have never been synced',
    deleted: 'Deleted (404)',
    notKnown: 'Not in “Groups and projects”',
    noneInto: 'No other project can use its job token here.',
    noneFrom: 'No synced project accepts a job token of this project.',
    noMatch: 'No project matches.',
    more: (n: number): string => `Show ${count(n)} more`,
    unsynced: (n: number): string =>
      n === 1
        ? 'The allowlist of 1 project isn’t fully synced, so the project can be missing here.'
        : `The allowlists of ${count(n)} projects aren’t fully synced, so these projects can be missing here.`,
    others: 'Projects that aren’t in “Groups and projects” may also accept it.',
    capped: (n: number): string => `${count(n)} more are not shown: filter by project to find them.`,
    never: 'Not fully synced',
  },
};
