import type { LeaverLine, Leaving } from '#shared/contract/leavers.ts';
import { labels } from './collections.ts';
import { count, plural } from './moments.ts';

type Fact = Leaving['ends' | 'keeps' | 'breaks'][number];
type Planned = Leaving['planned'][number]['kind'];
type Manual = Leaving['manual'][number]['kind'];
type Account = LeaverLine['candidates'][number];

const and = new Intl.ListFormat('en', { type: 'conjunction' });

/** The first three names, and the number of the others. */
const some = (names: readonly string[]): string =>
  and.format(names.length > 3 ? [...names.slice(0, 3), `${count(names.length - 3)} more`] : names);

/** `many`: default: with an “s”. `unknown`: why there is no count. */
const nouns: Record<Fact['kind'], { one: string; many?: string; unknown?: string }> = {
  memberships: { one: 'known membership' },
  administrator: { one: 'administrator role', unknown: 'not visible' },
  keys: { one: 'looked-up SSH key' },
  'personal-tokens': { one: 'personal access token', unknown: 'not listed by this API' },
  tokens: { one: 'active token' },
  'deploy-keys': { one: 'looked-up deploy key' },
  'group-tokens': { one: 'service account token' },
  'only-owner': { one: 'project without another known Owner', many: 'projects without another known Owner' },
  issues: { one: 'open issue by this person', many: 'open issues by this person' },
  'merge-requests': { one: 'open merge request by this person', many: 'open merge requests by this person' },
};

const nameOf = ({ id, name, username }: Account): string =>
  name ?? (username === null ? `Person ${id}` : `@${username}`);

/** Words about people who leave. */
export const leavers = {
  one: (kind: Leaving['kind']) =>
    kind === 'service-account' ? 'If this service account is deleted' : 'If this person leaves',
  several: 'People who leave',
  nameOf,
  /** "Mara Lindgren (@mara, ID 417)". */
  titleOf: (one: Account): string =>
    `${nameOf(one)} (${one.username === null ? '' : `@${one.username}, `}ID ${one.id})`,
  labels: { ...labels('person', 'ends', 'breaks', 'steps'), keeps: 'Keeps working' },
  /** "7 open issues, open merge requests (never synced)". */
  facts: (facts: readonly Fact[]): string =>
    facts
      .map(({ kind, count: n, labels: places }) => {
        const { one, many = `${one}s`, unknown = 'never synced' } = nouns[kind];
        const notes = [...(places.length === 0 ? [] : [some(places)]), ...(n === null ? [unknown] : [])];
        return `${n === null ? many : plural(n, one, many)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
      })
      .join(', ') || 'Nothing found',
  stepCount: (n: number) => plural(n, 'step'),
  byReeve: 'By Reeve',
  byHand: 'By hand in the web interface',
  planned: {
    'add-owner': (place) => `Add another Owner to ${place}`,
    'remove-enterprise-user': (group) => `Delete the enterprise user of ${group}`,
    'delete-service-account': (group) => `Delete the service account of ${group}`,
  } satisfies Record<Planned, (place: string) => string>,
  manual: {
    block: () => 'Block the account',
    'remove-memberships': (n) => `Remove ${plural(n, 'direct membership')}`,
    'delete-keys': (n) => `Delete ${plural(n, 'SSH key')}`,
    'replace-deploy-keys': (n) => `Replace ${plural(n, 'deploy key')} that this person created`,
    'hand-over-tokens': (n) => `Hand over or rotate ${plural(n, 'service account token')}`,
    'reassign-work': (n) =>
      `Hand over the work, such as ${plural(n, 'open issue or merge request', 'open issues and merge requests')} by this person`,
  } satisfies Record<Manual, (n: number) => string>,
  /** What to click, or what to know. */
  how: {
    'add-owner': 'Do this before the account is blocked or deleted. Enter the new Owner below.',
    'remove-enterprise-user': 'Deletes the account permanently. You must enter the username.',
    'delete-service-account': 'Deletes the account permanently. Its tokens stop working. You must enter the name.',
    block: 'As an administrator, open the Admin area, Users. In the menu of the account, choose Block.',
    'remove-memberships':
      'In each project, open Manage, Members. In the menu of the person, choose Remove member. Remove inherited memberships in the group.',
    'delete-keys':
      'Only needed if the account isn’t blocked. As an administrator, open the Admin area, Users, the account, SSH keys. Choose Delete.',
    'replace-deploy-keys':
      'In each project, open Settings, Repository, Deploy keys. Add a new key, and delete this one.',
    'hand-over-tokens':
      'Only needed if the person knows the tokens. In the group, open Settings, Service accounts. In the menu of the account, choose Manage access tokens.',
    'reassign-work':
      'Work that is assigned to the person is not counted here: filter issues and merge requests by assignee. Next to Assignee, choose Edit.',
  } satisfies Record<Planned | Manual, string>,
  limits:
    'This API can neither block a user nor remove a member. It doesn’t say who created a service account. Groups are inferred from project members. Only synced members are known, and Owners whose account is blocked don’t count. Owners who still await approval do, because the API doesn’t mark them. Reeve never turns off two-factor authentication here.',
  newOwner: 'New Owner',
  newOwnerHelp: 'Username or ID of a person who stays, and who isn’t a direct member of these projects yet.',
  needsOwner: 'Enter the new Owner first.',
  noStep: 'Select a step under “By Reeve” first.',
  review: 'Review…',
  addOwners: (n: number) => `Add an Owner to ${plural(n, 'project')}`,
  copy: 'Copy checklist',
  checklist: 'checklist',
  unknownCount: (n: number) => `${plural(n, 'ID isn’t', 'IDs aren’t')} in the cache`,

  match: {
    text: 'Paste or open a list of email addresses, usernames or IDs, one per line. A CSV file can have a header. Reeve looks for accounts with these values among the synced users, enterprise users, service accounts and members. Names are not compared.',
    field: 'Email addresses, usernames or IDs',
    placeholder: 'mara@corp.example or @mara or 417',
    file: 'Or a CSV or text file',
    button: 'Find these people',
    empty: 'Paste or open a list first.',
    header: (columns: readonly string[]) => `The first line is the header. Used: ${and.format(columns)}.`,
    groups: 'Results',
    group: {
      matched: 'Matched',
      ambiguous: 'Ambiguous',
      unknown: 'Unknown',
      unmatchable: 'Can’t be matched',
    } satisfies Record<LeaverLine['group'], string>,
    columns: labels('line', 'text', 'account', 'reason'),
    reason: {
      several: 'Several accounts have this value.',
      disagree: 'The values of this line don’t all belong to one account.',
      'not-returned': 'The instance no longer returns this account.',
      'hidden-emails': 'This token can’t see the email addresses of all users.',
      'not-synced': 'The list of users was never fully synced.',
      'no-value': 'This line has no usable email address, username or ID.',
      'no-header': 'Several columns without a header. Add a first line that names them, such as “name,email”.',
      unknown: 'No synced account has these values.',
    } satisfies Record<NonNullable<LeaverLine['reason']> | 'unknown', string> as Readonly<Record<string, string>>,
    more: (n: number) => `${plural(n, 'more line')} not shown`,
    firstPeople: (shown: number, all: number) => `The first ${count(shown)} of ${plural(all, 'person', 'people')}`,
  },
};
