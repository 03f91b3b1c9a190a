import type { User } from '#shared/contract/users.ts';
import { UserSort } from '#shared/contract/users.ts';
import { users as words } from '#shared/text/en/users.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';
import type { UserRow } from '../../stores/users.svelte.ts';

type ColumnId = keyof typeof words.columns;

interface UserColumn extends Column {
  id: ColumnId;
  /** The platform's fields behind the cell, as copies and exports name them; none where the cell is Reeve's own. */
  fields: readonly string[];
  /** Only an administrator's token is told of it. */
  isAdministrators?: boolean;
}

const column = (id: ColumnId, widthPx: number, more: Partial<UserColumn> = {}): UserColumn => ({
  id,
  title: words.columns[id],
  widthPx,
  fields: [id],
  ...(UserSort.shape.by.safeParse(id).success ? { sortBy: id } : {}),
  ...more,
});
const own = { isAdministrators: true };
const optional = { isOptional: true };

export const userColumns: readonly UserColumn[] = [
  column('user', 252, { fields: ['name', 'username'], sortBy: 'name', isPinned: true }),
  column('state', 116),
  column('access', 104, { fields: ['is_admin', 'is_auditor', 'external', 'bot'], ...own }),
  column('two_factor_enabled', 76, own),
  column('email', 220, own),
  column('last_activity_on', 116, { ...own, align: 'end' }),
  column('last_sign_in_at', 116, { ...own, align: 'end' }),
  column('created_at', 104, { align: 'end' }),
  column('id', 88, { align: 'end' }),
  column('locked', 84),
  column('note', 180, own),
  column('age', 96, { fields: [], align: 'end' }),
  column('public_email', 200, optional),
  column('organization', 160, optional),
  column('job_title', 160, optional),
  column('location', 140, optional),
  column('identities', 180, { ...optional, ...own }),
  column('confirmed_at', 116, { ...optional, ...own, align: 'end' }),
  column('current_sign_in_at', 124, { ...optional, ...own, align: 'end' }),
  column('current_sign_in_ip', 140, { ...optional, ...own }),
  column('last_sign_in_ip', 140, { ...optional, ...own }),
  column('projects_limit', 104, { ...optional, ...own, align: 'end' }),
  column('namespace_id', 108, { ...optional, ...own, align: 'end' }),
  column('using_license_seat', 108, { ...optional, ...own }),
];

const byId = new Map(userColumns.map((known) => [known.id as string, known]));

export function isAdministrators({ id }: Column): boolean {
  return byId.get(id)?.isAdministrators === true;
}

/** The platform's fields behind these columns, the identifying ones first, each once. */
export function fieldsOf(columns: readonly Column[]): string[] {
  const shown = columns.flatMap(({ id }) => byId.get(id)?.fields ?? []);
  return [...new Set<string>(['id', 'username', 'name', ...shown])];
}

/** What a cell holds as plain text: for the clipboard and for cells without a face of their own; '' for nothing. */
export function cellText({ row, fetchedAt }: UserRow, columnId: string): string {
  if (columnId === 'user') return row.name;
  if (columnId === 'age') return new Date(fetchedAt).toISOString();
  if (columnId === 'access') return accessOf(row).join(', ');
  if (columnId === 'identities') return (row.identities ?? []).map(({ provider }) => provider ?? '?').join(', ');
  return plain(row[columnId]);
}

/** What sets this account apart from a regular one. Empty: nothing that is known. */
export function accessOf(row: User): (keyof typeof words.access)[] {
  const signs: [unknown, keyof typeof words.access][] = [
    [row.is_admin, 'admin'],
    [row.is_auditor, 'auditor'],
    [row.external, 'external'],
    [row.bot, 'bot'],
  ];
  return signs.filter(([is]) => is === true).map(([, sign]) => sign);
}

/** A value as text, whatever it is: the platform may send anything. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
