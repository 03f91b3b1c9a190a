import Lock from '@lucide/icons/icons/lock';
import ShieldOff from '@lucide/icons/icons/shield-off';
import type { FieldName, SortOf } from '#shared/contract/collections.ts';
import { consoles } from '#shared/text/en/console.ts';
import { labelOf, type Labels } from '#shared/text/en/fields.ts';
import { users as words } from '#shared/text/en/users.ts';
import type { ListColumn } from '../../console/list-spec.ts';
import { absentPart, statePart, type Shown, type ValuePart } from '../../console/facts/value-parts.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type User = RowOf<'users'>;

const titles: Labels = { age: consoles.columns.age, ...words.columns };
const column = (
  id: FieldName<'users'> | keyof typeof words.columns | 'age',
  widthPx: number,
  more: Partial<ListColumn<User>> = {},
): ListColumn<User> => ({ id, title: titles[id] ?? labelOf(id, words.fields), widthPx, ...more });
const sorted = (sortBy: SortOf<'users'>) => ({ sortBy });
const kept = { isAdministrators: true };
const last = { isNullNever: true };
const hidden = { isOptional: true };
const moment = { format: 'moment', align: 'end' } as const;
const figure = { format: 'mono', align: 'end' } as const;

/** All columns of a list of users, in their default order. */
export const userColumns: readonly ListColumn<User>[] = [
  column('user', 252, {
    format: 'person',
    fields: ['name', 'username'],
    sortBy: 'name',
    isPinned: true,
    value: nameOf,
  }),
  column('state', 108, { ...sorted('state'), show: ({ row }) => userState(row.state) }),
  column('access', 96, {
    ...kept,
    fields: ['is_admin', 'is_auditor', 'external', 'bot'],
    value: accessOf,
    show: ({ row }) => accessParts(row),
  }),
  column('two_factor_enabled', 76, { ...kept, show: ({ row }) => twoFactorOf(row) }),
  column('email', 204, { ...kept, ...sorted('email') }),
  column('last_activity_on', 112, { ...kept, ...last, ...sorted('last_activity_on'), format: 'day', align: 'end' }),
  column('last_sign_in_at', 112, { ...kept, ...last, ...sorted('last_sign_in_at'), ...moment }),
  column('created_at', 108, { ...sorted('created_at'), ...moment, isDetail: true }),
  column('id', 88, { ...hidden, ...sorted('id'), ...figure }),
  column('locked', 84, {
    ...hidden,
    show: ({ row: { locked } }) => (locked === true ? { icon: Lock, text: words.locked } : null),
  }),
  column('note', 180, { ...hidden, ...kept }),
  column('age', 88, { align: 'end' }),
  column('public_email', 200, { ...hidden, isDetail: true }),
  column('organization', 160, { ...hidden, isDetail: true }),
  column('job_title', 160, { ...hidden, isDetail: true }),
  column('location', 140, { ...hidden, isDetail: true }),
  column('identities', 180, {
    ...hidden,
    ...kept,
    value: ({ identities }) => identities?.map(({ provider }) => provider ?? '?'),
  }),
  column('confirmed_at', 116, { ...hidden, ...kept, ...moment }),
  column('current_sign_in_at', 124, { ...hidden, ...kept, ...moment }),
  column('current_sign_in_ip', 140, { ...hidden, ...kept, format: 'mono' }),
  column('last_sign_in_ip', 140, { ...hidden, ...kept, format: 'mono' }),
  column('projects_limit', 104, { ...hidden, ...kept, align: 'end' }),
  column('namespace_id', 108, { ...hidden, ...kept, ...figure }),
  column('using_license_seat', 108, { ...hidden, ...kept, format: 'flag' }),
];

export function nameOf({ name }: User): string {
  return name;
}

/** The special properties of an account; empty if none is known. */
export function accessOf(row: Partial<User>): (keyof typeof words.access)[] {
  const signs: [unknown, keyof typeof words.access][] = [
    [row.is_admin, 'admin'],
    [row.is_auditor, 'auditor'],
    [row.external, 'external'],
    [row.bot, 'bot'],
  ];
  return signs.filter(([is]) => is === true).map(([, sign]) => sign);
}

/** The state of an account. A state that Reeve doesn't know is shown unchanged. */
export function userState(state: string | null | undefined): ValuePart {
  const dots = { active: ['ok'], blocked: ['warn'], deactivated: ['muted', true] } as const;
  return statePart(state ?? '—', dots, words.states);
}

/** Whether the account has two-factor authentication; null: not returned. */
export function twoFactorOf({ two_factor_enabled: isOn }: Pick<User, 'two_factor_enabled'>): Shown {
  if (isOn === false) return { icon: ShieldOff, isIconLast: true, text: words.twoFactor.off };
  return isOn === true ? { text: words.twoFactor.on, look: 'subtle' } : null;
}

/** The special properties of an account as chips. */
export function accessChips(row: Partial<User>): ValuePart[] {
  return accessOf(row).map((sign) => ({ text: words.access[sign], chip: sign === 'admin' ? 'accent' : 'muted' }));
}

function accessParts(row: User): Shown {
  const chips = accessChips(row);
  if (chips.length > 0) return chips;
  if (row.is_admin === false) return { text: words.access.regular, look: 'subtle' };
  return row.is_admin === undefined ? absentPart(consoles.notIncludedAdministrator) : null;
}
