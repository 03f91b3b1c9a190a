import { labelOf } from '#shared/text/en/fields.ts';
import { serviceFields, userFields as words } from '#shared/text/en/user-fields.ts';
import { personOf, personParts } from '../../console/facts/person-part.ts';
import type { ValueFormat } from '../../console/facts/value-parts.ts';
import type { DetailField, DetailGroup } from '../../console/list-spec.ts';
import { plain } from '../../console/values.ts';

const field =
  (visibility: Pick<DetailField, 'isDetail' | 'isAdministrators'>) =>
  (
    name: string,
    format: ValueFormat = 'text',
    more: Pick<DetailField, 'isNullNever' | 'show' | 'textOf'> = {},
  ): DetailField => ({
    name,
    format,
    label: serviceFields[name] ?? labelOf(name, words.fields),
    ...visibility,
    ...more,
  });
const last = { isNullNever: true };
/** Who can see a field (document 3:8): everyone in the list, signed-in users in the details, administrators. */
const everyone = field({});
const details = field({ isDetail: true });
const administrators = field({ isAdministrators: true });

const group = (id: keyof typeof words.groups, fields: readonly DetailField[]): DetailGroup => ({
  id,
  title: words.groups[id],
  fields,
});

/** The single-valued fields of a user, in the order of the side panel. The most important ones are in `UserLead`. */
export const userDetails: readonly DetailGroup[] = [
  group('access', [
    administrators('is_admin'),
    administrators('is_auditor'),
    administrators('external'),
    details('bot'),
    administrators('projects_limit'),
    administrators('can_create_group'),
    administrators('can_create_project'),
  ]),
  group('signIn', [
    administrators('current_sign_in_at', 'moment'),
    administrators('last_sign_in_at', 'moment', last),
    administrators('current_sign_in_ip', 'mono'),
    administrators('last_sign_in_ip', 'mono'),
  ]),
  group('account', [
    everyone('id', 'mono'),
    everyone('username'),
    everyone('name'),
    administrators('email'),
    administrators('commit_email'),
    administrators('unconfirmed_email'),
    everyone('locked'),
    details('created_at', 'moment'),
    administrators('confirmed_at', 'moment'),
    administrators('created_by', 'text', { show: personParts, textOf: (by) => personOf(by)?.username ?? plain(by) }),
    administrators('note'),
    administrators('namespace_id', 'mono'),
    administrators('private_profile'),
    everyone('web_url'),
    everyone('avatar_url'),
  ]),
  group('profile', [
    ...[
      ...['bio', 'pronouns', 'job_title', 'organization', 'work_information', 'location'],
      ...['public_email', 'website_url', 'network_a', 'network_b', 'network_c', 'codehost_a'],
      ...['followers', 'following', 'is_followed'],
    ].map((name) => details(name)),
    administrators('theme_id'),
    administrators('color_scheme_id'),
  ]),
  group('license', [
    administrators('using_license_seat'),
    administrators('shared_runners_minutes_limit'),
    administrators('extra_shared_runners_minutes_limit'),
    administrators('provisioned_by_group_id', 'mono'),
  ]),
];
