import type { UserSelection } from '#shared/contract/users.ts';
import { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { shell } from '#shared/text/en/shell.ts';
import { users as words } from '#shared/text/en/users.ts';
import { tell } from '../../components/toasts.ts';
import type { Stores } from '../../stores/context.ts';
import type { CopyFormat } from '../../stores/users.svelte.ts';
import { fieldsOf } from './columns.ts';
import type { UsersConsole } from './console.svelte.ts';

/** Put rows on the clipboard in the shape that a person chose, and say how many. */
export async function copyRows(desk: UsersConsole, selection: UserSelection, format: CopyFormat): Promise<void> {
  try {
    const { text, rows, leftOut } = await desk.users.copy(selection, format, fieldsOf(desk.columns.visible));
    if (!(await copyText(text))) return;
    const title = leftOut === 0 ? words.bulk.copied(rows) : words.bulk.copiedSome(rows, leftOut);
    tell({ tone: leftOut === 0 ? 'ok' : 'warn', title, id: 'users.copy' });
  } catch (thrown) {
    tellFailure(words.bulk.copyFailed, thrown);
  }
}

/** Put one text on the clipboard; answers whether the clipboard took it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    tell({ tone: 'bad', title: shell.copyFailed });
    return false;
  }
}

/** Put one value of a row on the clipboard and say which. */
export async function copyValue(text: string, what: string): Promise<void> {
  if (await copyText(text)) tell({ tone: 'ok', title: words.row.copied(what), id: 'users.copy' });
}

/** Write rows into a CSV file; the message says where it is. */
export async function exportRows(
  session: Stores['session'],
  desk: UsersConsole,
  selection: UserSelection,
): Promise<void> {
  try {
    const { path, rows } = await desk.users.export(selection, fieldsOf(desk.columns.visible));
    const show = (): void =>
      void session.client.host.showFile({ path }).catch((thrown: unknown) => tellFailure(path, thrown));
    tell({ tone: 'ok', title: words.exported(rows), text: path, action: { label: words.showFile, run: show } });
  } catch (thrown) {
    tellFailure(words.exportFailed, thrown);
  }
}

/** Open a user's page of the instance in the person's browser. */
export async function openWeb(session: Stores['session'], url: string): Promise<void> {
  try {
    await session.client.host.openWeb({ url });
  } catch (thrown) {
    tellFailure(words.openWebFailed, thrown);
  }
}

/** Say that something did not work, and the way out. */
export function tellFailure(title: string, thrown: unknown): void {
  const failure = Failure.from(thrown);
  if (failure.code === 'aborted') return;
  const { what, wayOut } = explain(failure);
  tell({ tone: 'bad', title, text: `${what} ${wayOut}` });
}
