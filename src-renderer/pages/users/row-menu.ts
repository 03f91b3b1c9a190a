import AtSign from '@lucide/svelte/icons/at-sign';
import Braces from '@lucide/svelte/icons/braces';
import Copy from '@lucide/svelte/icons/copy';
import ExternalLink from '@lucide/svelte/icons/external-link';
import Hash from '@lucide/svelte/icons/hash';
import PanelRight from '@lucide/svelte/icons/panel-right';
import Sheet from '@lucide/svelte/icons/sheet';
import Table from '@lucide/svelte/icons/table';
import Terminal from '@lucide/svelte/icons/terminal';
import type { UserSelection } from '#shared/contract/users.ts';
import { users as words } from '#shared/text/en/users.ts';
import type { MenuEntry } from '../../components/menu.ts';
import { copyValue, openWeb, webReason } from '../../console/taking.ts';
import type { Stores } from '../../stores/context.ts';
import type { UserRow } from '../../stores/users.svelte.ts';
import { cellText, userColumns } from './columns.ts';
import type { UsersConsole } from './console.svelte.ts';
import { copyRows } from './taking.ts';

/** What can be done with one row, and with the cell that the menu was opened on. */
export function rowMenu(
  session: Stores['session'],
  desk: UsersConsole,
  entry: UserRow,
  columnId: string | undefined,
): MenuEntry[] {
  const { row } = entry;
  const only: UserSelection = { kind: 'ids', ids: [row.id] };
  const email = row.email ?? row.public_email ?? '';
  return [
    { id: 'open', label: words.row.open, icon: PanelRight, run: () => (desk.panelId = row.id) },
    { id: 'after open', kind: 'separator' },
    ...cellEntry(entry, columnId),
    { id: 'copy id', label: words.row.copyId, icon: Hash, run: () => void copyValue(String(row.id), words.columns.id) },
    {
      id: 'copy email',
      label: words.row.copyEmail,
      icon: AtSign,
      disabledReason: email === '' ? words.row.noEmail : null,
      run: () => void copyValue(email, words.columns.email),
    },
    { id: 'copy json', label: words.row.copyJson, icon: Braces, run: () => void copyRows(desk, only, 'json') },
    { id: 'copy csv', label: words.row.copyCsv, icon: Sheet, run: () => void copyRows(desk, only, 'csv') },
    {
      id: 'copy markdown',
      label: words.row.copyMarkdown,
      icon: Table,
      run: () => void copyRows(desk, only, 'markdown'),
    },
    { id: 'copy curl', label: words.row.copyCurl, icon: Terminal, run: () => void copyRows(desk, only, 'curl') },
    { id: 'after copy', kind: 'separator' },
    {
      id: 'web',
      label: words.openWeb,
      icon: ExternalLink,
      disabledReason: webReason(words.noun, row.web_url),
      run: () => void openWeb(session, row.web_url ?? ''),
    },
  ];
}

function cellEntry(entry: UserRow, columnId: string | undefined): MenuEntry[] {
  const column = userColumns.find(({ id }) => id === columnId);
  if (column === undefined || column.id === 'id' || column.id === 'email') return [];
  const text = cellText(entry, column.id);
  return [
    {
      id: 'copy cell',
      label: words.row.copyCell(column.title),
      icon: Copy,
      disabledReason: text === '' ? words.row.emptyCell : null,
      run: () => void copyValue(text, column.title),
    },
  ];
}
