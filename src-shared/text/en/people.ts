import type { Person } from '#shared/contract/people.ts';
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
  refreshFailed: 'Couldn’t refresh the person.',
  list: 'List',
  details: 'details',
  add: 'Add to project…',
  copyJson: 'Copy as JSON',
  unknown: (id: number) => `No person with ID ${id} is cached.`,
  unknownText: 'No cached list contains this ID, and no cached row names it.',
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
    lastSignIn: 'Last sign-in',
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
      'The API lists the members of projects only. Groups are inferred: all their known projects have the same inherited member.',
    more: (n: number) => `Show ${count(n)} more`,
    empty: (projects: number) => `No memberships found in ${plural(projects, 'synced project')}.`,
    neverSynced: 'Members were never synced.',
  },

  tokens: {
    title: 'Access tokens',
    notInApi: 'This API doesn’t list the tokens of this account.',
    none: 'No active tokens.',
    note: (tokens: Person['tokens'], now: number) =>
      tokens === null || tokens.syncedAt === null
        ? ''
        : `${count(tokens.active)} active, synced ${ago(tokens.syncedAt, now)}`,
  },
  keys: {
    title: 'SSH keys',
    found: (own: number, deploy: number) =>
      `${count(own)} found by lookup${deploy === 0 ? '' : `, and ${plural(deploy, 'deploy key')} created by this person`}`,
    notInApi: 'This API lists no keys of a person. Reeve shows the keys that were looked up.',
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
    ...labels('open'),
    title: 'Open work',
    note: 'in synced lists',
    kinds: labels('issues', 'mergeRequests', 'notes', 'commits'),
    kind: 'Written by this person',
    count: 'All',
    places: 'Synced lists',
    byEmail: 'Commits name no account. They are counted by email address only.',
    noEmail: 'No email address is known',
  },
  journal: { title: 'Changes by Reeve', none: 'Reeve has sent no changes about this person.' },
  account: {
    title: 'Account',
    /** "Source: Users, 4m ago.", or "Source: Members of acme/core, 4m ago." `at`: when the platform last returned the row. */
    source: (collection: string, place: string | null, at: number, now: number) =>
      `Source: ${titleOf(collection)}${place === null ? '' : ` of ${place}`}, ${ago(at, now)}.`,
    except: 'Values from other lists name their source.',
    absent: 'In no cached row, most of them because they require an administrator’s token',
  },
};
