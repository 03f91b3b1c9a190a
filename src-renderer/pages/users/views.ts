import { UserQuery, type UserSelection } from '#shared/contract/users.ts';
import type { users as words } from '#shared/text/en/users.ts';

/** A view that comes with Reeve. Its query says all that it is, so that nothing is promised that cannot be asked. */
export interface BuiltInView {
  id: keyof typeof words.views.builtIn;
  query: UserQuery;
  /** Its filter or its order reads fields that only an administrator's token is told of. */
  isAdministrators: boolean;
}

const view = (id: BuiltInView['id'], query: object, isAdministrators = false): BuiltInView => ({
  id,
  query: UserQuery.parse(query),
  isAdministrators,
});

export const builtInViews: readonly BuiltInView[] = [
  view('all', {}),
  view('administrators', { filter: { admins: true } }, true),
  view('no-two-factor', { filter: { two_factor: 'disabled' } }, true),
  view('blocked', { filter: { blocked: true } }),
  view('idle', { filter: { active: true }, sort: { by: 'last_activity_on', direction: 'asc' } }, true),
  view('gone', { gone: 'only' }),
];

/** Whether two queries show the same rows; a sort counts only where one of the views is made of it. */
export function isSameView(shown: UserQuery, other: UserQuery, isSortPart = true): boolean {
  return key(shown, isSortPart) === key(other, isSortPart);
}

/** A query as a key: the same for the same rows in the same order. */
export function key({ search, filter, sort, gone }: UserQuery, isSortPart = true): string {
  const entries = Object.entries(filter)
    .filter(([, value]) => value !== undefined && value !== false)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([search.trim(), entries, gone, isSortPart ? sort : null]);
}

/** The built-in view that is shown: by its sort too where the view is one. */
export function builtInOf(shown: UserQuery): BuiltInView | undefined {
  return (
    builtInViews.find(({ id, query }) => id === 'idle' && isSameView(shown, query)) ??
    builtInViews.find(({ id, query }) => id !== 'idle' && isSameView(shown, query, false))
  );
}

/** A saved query, checked: an older Reeve or a hand may have written it. */
export function readQuery(saved: unknown): UserQuery | null {
  const read = UserQuery.safeParse(saved);
  return read.success ? read.data : null;
}

/** The query of a link (`viewPath`); null: it is none. */
export function readLinked(text: string): UserQuery | null {
  try {
    return readQuery(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Everything that matches, as a selection. */
export function everyMatch(query: UserQuery): UserSelection {
  return { kind: 'all', query, except: [] };
}
