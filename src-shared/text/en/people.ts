import type { Person, PersonSource, WorkCount } from '#shared/contract/people.ts';
import { labels, titleOf } from './collections.ts';
import { ago, count, plural } from './moments.ts';

/** Words about one person or service account. */
export const people = {
  noun: { one: 'person', many: 'people' },
  back: 'Back to users',
  unnamed: (id: number) => `Person ${id}`,
  id: (id: number) => `ID ${id}`,
  label: (name: string) => `Person ${name}`,
  kinds: labels('enterprise-user', 'service-account'),
  only: {
    member: 'Only lists of project members contain this person. Look up the account to see more.',
    author:
      'No list contains this person. Only rows such as issues and notes name them. Look up the account to see more.',
  },
  cut: 'The cached rows of this person are too large. Long values are shortened or missing here.',
  lookUp: 'Look up',
  list: 'List',
  details: 'details',
  add: 'Add to project…',
  copyJson: 'Copy as JSON',
  unknown: (id: number) => ({
    title: `No person with ID ${id} is cached.`,
    text: 'No cached list contains this ID, and no cached row names it.',
  }),
  all: (n: number) => `Show all ${count(n)}`,

  notVisible: 'Not visible',
  notVisibleWhy: 'In no cached row',
  neverSynced: 'Never synced',
  goneWhy: 'The instance no longer returns this person.',
  none: 'None',
  figures: {
    ...labels('state', 'lastActivity'),
    label: 'Main facts',
    twoFactor: 'Two-factor',
    lastSignIn: 'Latest sign-in',
    highest: 'Highest level',
    seat: 'License seat',
    created: (day: string) => `Created ${day}`,
    from: (ip: string) => `from ${ip}`,
    places: (first: readonly string[], more: number) =>
      `in ${first.join(', ')}${more <= 0 ? '' : ` and ${count(more)} more`}`,
  },

  memberships: {
    title: 'Memberships',
    note: (projects: number, groups: number) =>
      `${plural(projects, 'project')}${groups === 0 ? '' : `, ${plural(groups, 'group')} inferred`}`,
    segments: labels('all', 'direct', 'inherited', 'groups'),
    shown: 'Shown memberships',
    columns: labels('place', 'level', 'source', 'expires', 'addedBy', 'since', 'seat'),
    inferred: (projects: number) => `Inferred from ${plural(projects, 'project')}`,
    inferredWhy:
      'The API lists only the members of projects. A group is inferred if the person is an inherited member of all of its synced projects.',
    more: (n: number) => `Show ${count(n)} more`,
    empty: (projects: number) => `No memberships found in ${plural(projects, 'synced project')}.`,
    neverSynced: 'Members were never synced.',
  },

  tokens: {
    title: 'Access tokens',
    none: (tokens: Person['tokens']) => {
      if (tokens === null) return 'This API doesn’t list the tokens of this account.';
      return tokens.syncedAt === null ? 'Never synced' : 'No active tokens.';
    },
    note: (tokens: Person['tokens'], now: number) =>
      tokens === null || tokens.syncedAt === null
        ? ''
        : `${count(tokens.active)} active, synced ${ago(tokens.syncedAt, now)}`,
  },
  keys: {
    title: 'SSH keys',
    found: (own: number, deploy: number) =>
      `${count(own)} found by lookup${deploy === 0 ? '' : `, and ${plural(deploy, 'deploy key')} created by this person`}`,
    notInApi: 'The API has no list of keys. Reeve shows the keys that were looked up.',
    again: 'Look up again',
    failed: 'Couldn’t look up the keys',
  },
  enterprise: {
    ...labels('open', 'email'),
    title: 'Enterprise record',
    actions: 'Actions for the enterprise record',
    scim: 'SCIM',
  },
  work: {
    title: 'Open work',
    note: 'in synced lists',
    kinds: labels('issues', 'mergeRequests', 'notes', 'commits'),
    /** "2 open, 9 in all, in 4 synced lists". The number in lists that were never synced is unknown, not 0. */
    counted: (work: WorkCount | null) => {
      if (work === null) return 'No email address is known';
      const open = work.open === null ? '' : `${count(work.open)} open, `;
      return work.places === 0
        ? 'Never synced'
        : `${open}${count(work.count)} in all, in ${plural(work.places, 'synced list')}`;
    },
    byEmail: 'Commits have no account ID. They are counted by email address.',
  },
  journal: { title: 'Changes by Reeve', none: 'The journal has no entries about this person.' },
  account: {
    title: 'Account',
    /** "Source: Users, 4m ago.", or "Source: Members of acme/core, 4m ago." */
    source: (source: PersonSource | undefined, now: number) => {
      if (source === undefined) return '';
      const { collection, label, listFetchedAt, detailFetchedAt } = source;
      const place = label === null ? '' : ` of ${label}`;
      return `Source: ${titleOf(collection)}${place}, ${ago(Math.max(listFetchedAt ?? 0, detailFetchedAt ?? 0), now)}.`;
    },
    except: 'Another source is shown below its value.',
    absent: 'In no cached row, most of them because they need an administrator’s token',
  },
};
