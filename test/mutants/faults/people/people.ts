import type { Mutant } from '../../mutant.ts';

const groups = 'src-main/services/people/groups.test.ts';
const people = 'test/cache/read/people.test.ts';
const worklists = 'test/core/lists/worklists.test.ts';
const places = 'test/cache/read/group-places.test.ts';
const person = 'test/component/people/person.test.ts';
const strip = 'test/component/members/worklists.test.ts';
const views = 'test/component/views/unknown-views.test.ts';
const ready = 'test/component/overview/ready-offline.test.ts';
const notSeen = 'test/component/people/not-seen.test.ts';

/** People: their facts, memberships and groups, the worklists, and what is not visible. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'A direct membership in one project hides the group that all other projects show.',
    file: 'src-main/services/people/groups.ts',
    text: 'projects + (direct.get(path) ?? 0)',
    replacement: 'projects',
    noticedBy: [`${groups} › a direct membership in one project of a group says nothing about the group`],
  },
  {
    fault: 'A person who is not a member of one project is shown as a member of its group.',
    file: 'src-main/services/people/groups.ts',
    text: 'counts.get(path) === projects + (direct.get(path) ?? 0)',
    replacement: 'counts.get(path) !== undefined',
    noticedBy: [
      `${groups} › a project without the person, or with another level or expiry date, leaves only the subgroup`,
    ],
  },
  {
    fault: 'The oldest row of a person decides each field.',
    file: 'src-main/cache/read/people/people-reader.ts',
    text: '|| ageOf(b) - ageOf(a)',
    replacement: '|| ageOf(a) - ageOf(b)',
    noticedBy: [
      `${people} › each field is from the newest row that has it; null counts as a value, a missing field does not`,
      `${people} › details that are newer than the list are the newer row`,
    ],
  },
  {
    fault: 'A deleted row of a person decides the fields, although another row is still returned.',
    file: 'src-main/cache/read/people/people-reader.ts',
    text: 'Number(isReturned(b)) - Number(isReturned(a)) || ageOf(b)',
    replacement: 'ageOf(b)',
    noticedBy: [`${people} › a row that is still returned comes before a newer one that is not, also for the kind`],
  },
  {
    fault: 'Commits with an unconfirmed address, which may be that of another person, are counted.',
    file: 'src-main/cache/read/people/people-reader.ts',
    text: "'commit_email'] as const",
    replacement: "'commit_email', 'unconfirmed_email'] as const",
    noticedBy: [
      `${people} › issues, merge requests and notes are counted by ID, commits by confirmed addresses, each commit once`,
    ],
  },
  {
    fault: 'Issues, keys and tokens that are no longer returned are counted for a person.',
    file: 'src-main/cache/read/people/owned-rows.ts',
    text: 'WHERE is_gone = 0 AND ${column}',
    replacement: 'WHERE ${column}',
    noticedBy: [`${people} › rows that are no longer returned are not counted for a person`],
  },
  {
    fault: 'Of the rows that name an author, one that is no longer returned can win against one that is.',
    file: 'src-main/cache/read/people/person-rows.ts',
    text: 'max(iif(is_gone = 0, 1e15, 0) + ifnull(${newestBy}, 0))',
    replacement: 'max(ifnull(${newestBy}, 0))',
    noticedBy: [`${people} › rows that are no longer returned are not counted for a person`],
  },
  {
    fault: 'The start of a membership is shown as the day on which the account was created.',
    file: 'src-main/cache/read/people/person-rows.ts',
    text: "name !== 'created_at' && name !== 'created_by'",
    replacement: "name !== 'created_by'",
    noticedBy: [
      `${people} › each field is from the newest row that has it; null counts as a value, a missing field does not`,
    ],
  },
  {
    fault: 'An Owner whose account is blocked counts as another Owner.',
    file: 'src-main/cache/read/filters/account-facts.ts',
    text: "access_level = 50 AND state = 'active'`",
    replacement: 'access_level = 50`',
    noticedBy: [
      `${people} › an Owner has the number of other Owners with an active account that are still returned; other members have none`,
      `${worklists} › an only Owner has no other Owner with an active account`,
      `${places} › members that are no longer returned, and Owners whose account is blocked, are not counted in the home of a group`,
    ],
  },
  {
    fault: 'Members whose two-factor authentication is unknown are listed as members without it.',
    file: 'src-main/cache/collections/members.ts',
    text: "state = 'active' AND NOT two_factor AND NOT bot",
    replacement: "ifnull(state, 'active') = 'active' AND NOT ifnull(two_factor, 0) AND NOT ifnull(bot, 0)",
    noticedBy: [
      `${worklists} › with a token that is not an administrator’s, users lack the fields, so that their members stay unknown`,
    ],
  },
  {
    fault: 'Of two lists that differ about an account, the older row counts.',
    file: 'src-main/cache/read/filters/account-facts.ts',
    text: 'SELECT id, (${fact}) AS answer, max(at)',
    replacement: 'SELECT id, (${fact}) AS answer, min(at)',
    noticedBy: [
      `${worklists} › if users and enterprise users differ, the newer row counts`,
      `${worklists} › a membership says that the account is blocked, until a newer list of users says the opposite`,
    ],
  },
  {
    fault: 'Members that are no longer returned are counted in the home of a group.',
    file: 'src-main/cache/read/places/group-places.ts',
    text: "const isIn = 'is_gone = 0 AND scope",
    replacement: "const isIn = 'scope",
    noticedBy: [
      `${places} › members that are no longer returned, and Owners whose account is blocked, are not counted in the home of a group`,
    ],
  },
  {
    fault: 'The time at which a person was last active is “Never”, although no cached row contains it.',
    file: 'src-renderer/pages/users/account-figures.ts',
    text: 'if (iso === undefined) return notVisible;',
    replacement: '',
    noticedBy: [
      `${person} › a value that no cached row contains is not visible, which is not the same as off, never or no`,
    ],
  },
  {
    fault: 'Two-factor authentication that no cached row contains is “Off”.',
    file: 'src-renderer/pages/users/account-figures.ts',
    text: "...(typeof hasTwoFactor === 'boolean' ? { ...sign, value: twoFactor } : notVisible)",
    replacement: '...{ ...sign, value: twoFactor }',
    noticedBy: [
      `${person} › a value that no cached row contains is not visible, which is not the same as off, never or no`,
    ],
  },
  {
    fault: 'Members that were never synced are shown as no memberships.',
    file: 'src-renderer/pages/people/person-facts.ts',
    text: 'syncedProjects === 0 ? words.neverSynced : words.none',
    replacement: 'words.none',
    noticedBy: [`${person} › members that were never synced are not shown as no memberships`],
  },
  {
    fault: 'Places that the token can’t read are not named.',
    file: 'src-renderer/console/coverage/NotSeen.svelte',
    text: "one !== 'complete' && seen.value?.counts[one]",
    replacement: "one === 'never' && seen.value?.counts[one]",
    noticedBy: [
      `${notSeen} › one state of places leads to the coverage with only this state, and each status is named once`,
    ],
  },
  {
    fault: 'If the coverage can’t be loaded, nothing says that places may be missing.',
    file: 'src-renderer/console/coverage/NotSeen.svelte',
    text: '{:else if seen.value === undefined && seen.failure !== null}',
    replacement: '{:else if seen.value !== undefined && seen.failure !== null}',
    noticedBy: [`${notSeen} › if the coverage can’t be loaded, the sentence says that missing places are unknown`],
  },
  {
    fault: 'A worklist does not say of how many rows it is not known whether they belong to it.',
    file: 'src-renderer/console/list/strips/WorklistStrip.svelte',
    text: '{#if n > 0}',
    replacement: '{#if n > 1_000}',
    noticedBy: [
      `${strip} › a worklist says what its rows are, of how many it is not known, and which places are missing`,
    ],
  },
  {
    fault: 'A saved view is applied without a field that the list does not know, and nothing says so.',
    file: 'src-renderer/console/views/apply-view.ts',
    text: 'found.unknown.length === 0',
    replacement: 'found.unknown.length < 1_000',
    noticedBy: [
      `${views} › a saved view with an unknown field is shown, and is applied without it only after a click`,
      `${views} › a link with an unknown filter is not applied without a question`,
    ],
  },
  {
    fault: 'The line is “Ready offline”, although items of a pin could not be stored.',
    file: 'src-renderer/console/pin/ReadyOffline.svelte',
    text: 'filledAt === null || missing + problems > 0',
    replacement: 'filledAt === null || missing > 0',
    noticedBy: [`${ready} › a pin that has items that could not be stored is not ready, also if no list is incomplete`],
  },
  {
    fault: 'Tokens with “api” that were never used are missing from the list of unused tokens.',
    file: 'src-main/cache/collections/access-tokens.ts',
    text: 'ifnull(last_used_at, created_at) < ?',
    replacement: 'last_used_at < ?',
    noticedBy: [
      `${worklists} › tokens that were not used for 90 days include those that were never used and are that old`,
    ],
  },
  {
    fault: 'A project whose members were never completely synced counts as a project without the person.',
    file: 'src-main/cache/read/people/people-reader.ts',
    text: "'members' AND finished_at IS NOT NULL",
    replacement: "'members'",
    noticedBy: [`${people} › a list whose first sync has not ended does not count as synced`],
  },
  {
    fault: 'A list that was never completely synced counts as synced, so that its 0 rows look like an answer.',
    file: 'src-main/cache/read/people/owned-rows.ts',
    text: "collection = ? AND finished_at IS NOT NULL'",
    replacement: "collection = ?'",
    noticedBy: [`${people} › a list whose first sync has not ended does not count as synced`],
  },
  {
    fault: 'The two-factor authentication of a user who is no longer returned counts as known.',
    file: 'src-main/cache/read/filters/account-facts.ts',
    text: 'iif(r.is_gone, NULL, r.two_factor)',
    replacement: 'r.two_factor',
    noticedBy: [
      `${worklists} › a member whose account the list of users no longer returns counts as inactive, and is otherwise unknown`,
    ],
  },
  {
    fault: 'A former membership says that an account is blocked, which is active now.',
    file: 'src-main/cache/read/filters/account-facts.ts',
    text: 'r.is_gone = 0 AND r.state NOT IN',
    replacement: 'r.state NOT IN',
    noticedBy: [`${worklists} › a membership that is no longer returned does not say that an account is blocked`],
  },
  {
    fault: 'In the home of a group, a person counts with the lowest level.',
    file: 'src-main/cache/read/places/group-places.ts',
    text: 'max(access_level)',
    replacement: 'min(access_level)',
    noticedBy: [`${places} › a person with several levels in the projects of a group counts once, with the highest`],
  },
  {
    fault: 'A membership that is no longer returned is the highest level of a person.',
    file: 'src-renderer/pages/people/person-facts.ts',
    text: 'memberships.filter(({ notReturnedSince }) => notReturnedSince === null)',
    replacement: 'memberships',
    noticedBy: [`${person} › a membership that is no longer returned is not the highest level`],
  },
];
