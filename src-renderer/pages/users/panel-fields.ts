import type { User } from '#shared/contract/users.ts';
import type { users as words } from '#shared/text/en/users.ts';

/** Who is told of a field (document 3:8): everyone in the list, the signed-in in the details, administrators. */
export type Audience = 'everyone' | 'details' | 'administrators';
export type FieldFace = 'plain' | 'mono' | 'moment' | 'day' | 'two-factor' | 'state' | 'person';

export interface PanelField {
  name: string;
  audience: Audience;
  face: FieldFace;
}
export interface PanelGroup {
  id: keyof typeof words.panel.groups;
  fields: readonly PanelField[];
}

const field =
  (audience: Audience) =>
  (name: string, face: FieldFace = 'plain'): PanelField => ({ name, audience, face });
const everyone = field('everyone');
const details = field('details');
const administrators = field('administrators');

/** Every single-valued field of a user, in the order of the side panel. Lists have sections of their own. */
export const panelGroups: readonly PanelGroup[] = [
  {
    id: 'account',
    fields: [
      everyone('state', 'state'),
      everyone('id', 'mono'),
      everyone('username'),
      everyone('name'),
      administrators('email'),
      everyone('locked'),
      details('created_at', 'moment'),
      administrators('confirmed_at', 'moment'),
      administrators('created_by', 'person'),
      administrators('note'),
      administrators('namespace_id', 'mono'),
      administrators('private_profile'),
      everyone('web_url'),
      everyone('avatar_url'),
    ],
  },
  {
    id: 'access',
    fields: [
      administrators('is_admin'),
      administrators('is_auditor'),
      administrators('external'),
      details('bot'),
      administrators('projects_limit'),
      administrators('can_create_group'),
      administrators('can_create_project'),
    ],
  },
  {
    id: 'signIn',
    fields: [
      administrators('two_factor_enabled', 'two-factor'),
      administrators('last_activity_on', 'day'),
      administrators('current_sign_in_at', 'moment'),
      administrators('last_sign_in_at', 'moment'),
      administrators('current_sign_in_ip', 'mono'),
      administrators('last_sign_in_ip', 'mono'),
    ],
  },
  {
    id: 'profile',
    fields: [
      details('bio'),
      details('pronouns'),
      details('job_title'),
      details('organization'),
      details('work_information'),
      details('location'),
      details('local_time'),
      details('public_email'),
      details('website_url'),
      details('network_a'),
      details('network_b'),
      details('network_c'),
      details('codehost_a'),
      details('followers'),
      details('following'),
      details('is_followed'),
      administrators('theme_id'),
      administrators('color_scheme_id'),
    ],
  },
  {
    id: 'license',
    fields: [
      administrators('using_license_seat'),
      administrators('shared_runners_minutes_limit'),
      administrators('extra_shared_runners_minutes_limit'),
      administrators('provisioned_by_group_id', 'mono'),
    ],
  },
];

const lists = ['identities', 'scim_identities', 'custom_attributes'];
const known = new Set<string>([...panelGroups.flatMap(({ fields }) => fields.map(({ name }) => name)), ...lists]);

/** A user inside another record, as much of it as names and finds it; null where it is nothing of the kind. */
export function personOf(value: unknown): { id: number; name: string; username: string } | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, username } = value as Record<string, unknown>;
  if (typeof id !== 'number' || typeof username !== 'string') return null;
  return { id, username, name: typeof name === 'string' && name.trim() !== '' ? name : username };
}

/** Fields that the platform sent and the documents do not name. */
export function otherFields(row: User): string[] {
  return Object.keys(row).filter((name) => !known.has(name));
}

/** Fields of a group by what became of them: told with a value, told as empty, not told at all. */
export function sortedFields({ fields }: PanelGroup, row: User) {
  const isEmpty = ({ name }: PanelField): boolean => row[name] === null || row[name] === '';
  return {
    told: fields.filter((one) => row[one.name] !== undefined && !isEmpty(one)),
    empty: fields.filter(isEmpty),
    untold: fields.filter(({ name }) => row[name] === undefined),
  };
}
