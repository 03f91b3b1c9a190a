import { serviceFields, userFields } from '#shared/text/en/user-fields.ts';
import { users } from '#shared/text/en/users.ts';
import { detailsOf } from '../../console/declared-list.ts';
import { personOf, personParts } from '../../console/facts/person-part.ts';
import type { DetailGroup } from '../../console/list-spec.ts';
import { plain } from '../../console/values.ts';
import { userState } from './columns.ts';

/** The words of the fields of an account. */
export const accountWords = { fields: { ...userFields.fields, ...serviceFields }, groups: userFields.groups };

/** The single-valued fields of a user or enterprise user, in the order of the side panel. */
export const accountDetails = [
  ['account', 'state', 'id', 'username', 'name', 'email', 'commit_email', 'unconfirmed_email', 'locked'],
  ['account', 'created_at', 'confirmed_at', 'created_by', 'note', 'namespace_id', 'private_profile', 'web_url'],
  ['account', 'avatar_url'],
  ['signIn', 'two_factor_enabled', 'last_activity_on', 'current_sign_in_at', 'last_sign_in_at'],
  ['signIn', 'current_sign_in_ip', 'last_sign_in_ip'],
  ['access', 'is_admin', 'is_auditor', 'external', 'bot', 'projects_limit', 'can_create_group'],
  ['access', 'can_create_project'],
  ['profile', 'bio', 'pronouns', 'job_title', 'organization', 'work_information', 'location', 'public_email'],
  ['profile', 'website_url', 'network_a', 'network_b', 'network_c', 'codehost_a', 'followers', 'following'],
  ['profile', 'is_followed', 'theme_id', 'color_scheme_id'],
  ['license', 'using_license_seat', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
  ['license', 'provisioned_by_group_id'],
] as const;

/** How these fields are shown, if it differs from the default. */
export const accountFields = {
  state: { show: (state: unknown) => userState(state as string | null | undefined) },
  locked: { format: 'warn' },
  created_by: { show: personParts, textOf: (by: unknown) => personOf(by)?.username ?? plain(by) },
  two_factor_enabled: { show: (isOn: unknown) => (isOn === true ? users.twoFactor.on : users.twoFactor.off) },
  last_activity_on: { format: 'day' },
  last_sign_in_at: { isNullNever: true },
  // The page of a person shows the name of the group
  provisioned_by_group_id: { format: 'custom' },
  current_sign_in_ip: { format: 'mono' },
  last_sign_in_ip: { format: 'mono' },
  theme_id: { format: 'text' },
  color_scheme_id: { format: 'text' },
} as const;

// Who can see a field (document 3:8): everyone in the list, signed-in users in the details, administrators
const everyone = ['id', 'state', 'username', 'name', 'locked', 'web_url', 'avatar_url'];
const signedIn = [
  ...['bot', 'created_at', 'bio', 'pronouns', 'job_title', 'organization', 'work_information', 'location'],
  ...['public_email', 'website_url', 'network_a', 'network_b', 'network_c', 'codehost_a'],
  ...['followers', 'following', 'is_followed'],
];
function visibilityOf(name: string) {
  if (everyone.includes(name)) return {};
  return signedIn.includes(name) ? { isDetail: true } : { isAdministrators: true };
}

const order = ['access', 'signIn', 'account', 'profile', 'license'];

/** The fields of a user with who can see them. The most important ones are in `UserLead`. */
export const userDetails: readonly DetailGroup[] = detailsOf(
  'users',
  { ...users, ...accountWords },
  { details: accountDetails, fields: accountFields },
)
  .map((group) => ({ ...group, fields: group.fields.map((one) => ({ ...one, ...visibilityOf(one.name) })) }))
  .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
