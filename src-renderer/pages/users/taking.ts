import type { UserSelection } from '#shared/contract/users.ts';
import { users as words } from '#shared/text/en/users.ts';
import { takeCopy, takeFile } from '../../console/taking.ts';
import type { Stores } from '../../stores/context.ts';
import type { CopyFormat } from '../../stores/users.svelte.ts';
import { fieldsOf } from './columns.ts';
import type { UsersConsole } from './console.svelte.ts';

/** Put rows on the clipboard in the shape that a person chose, and say how many. */
export function copyRows(desk: UsersConsole, selection: UserSelection, format: CopyFormat): Promise<void> {
  return takeCopy(desk.users.copy(selection, format, fieldsOf(desk.columns.visible)));
}

/** Write rows into a CSV file; the message says where it is. */
export function exportRows(session: Stores['session'], desk: UsersConsole, selection: UserSelection): Promise<void> {
  return takeFile(session, words.noun, desk.users.export(selection, fieldsOf(desk.columns.visible)));
}
