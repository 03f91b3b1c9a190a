import type { SortOf } from '#shared/contract/collections.ts';
import { users as words } from '#shared/text/en/users.ts';
import type { ListColumn } from '../../console/list-spec.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type User = RowOf<'users'>;

const column = (
  id: keyof typeof words.columns,
  widthPx: number,
  more: Partial<ListColumn<User>> = {},
): ListColumn<User> => ({ id, title: words.columns[id], widthPx, ...more });
const sorted = (sortBy: SortOf<'users'>) => ({ sortBy });
const kept = { isAdministrators: true };
const last = { isNullNever: true };
const hidden = { isOptional: true };
const moment = { format: 'moment', align: 'end' } as const;
const own = { format: 'custom' } as const;
const figure = { format: 'mono', align: 'end' } as const;

/** All columns of a list of users, in their default order. */
export const userColumns: readonly ListColumn<User>[] = [
  column('user', 252, { ...own, fields: ['name', 'username'], sortBy: 'name', isPinned: true, value: nameOf }),
  column('state', 108, { ...own, ...sorted('state') }),
  column('access', 96, { ...own, ...kept, fields: ['is_admin', 'is_auditor', 'external', 'bot'], value: accessOf }),
  column('two_factor_enabled', 76, { ...own, ...kept }),
  column('email', 204, { ...kept, ...sorted('email') }),
  column('last_activity_on', 112, { ...kept, ...last, ...sorted('last_activity_on'), format: 'day', align: 'end' }),
  column('last_sign_in_at', 112, { ...kept, ...last, ...sorted('last_sign_in_at'), ...moment }),
  column('created_at', 108, { ...sorted('created_at'), ...moment, isDetail: true }),
  column('id', 88, { ...hidden, ...sorted('id'), ...figure }),
  column('locked', 84, { ...hidden, ...own }),
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
export function accessOf(row: User): (keyof typeof words.access)[] {
  const signs: [unknown, keyof typeof words.access][] = [
    [row.is_admin, 'admin'],
    [row.is_auditor, 'auditor'],
    [row.external, 'external'],
    [row.bot, 'bot'],
  ];
  return signs.filter(([is]) => is === true).map(([, sign]) => sign);
}
