import { users as words } from '#shared/text/en/users.ts';
import type { Command } from '../../stores/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import type { UsersConsole } from './console.svelte.ts';
import { copyRows, exportRows } from './taking.ts';
import { everyMatch } from './views.ts';

/** What the palette and the keyboard can do while the Users page is on show, on the selection where there is one. */
export function usersCommands({ session }: Stores, desk: UsersConsole, focusFilter: () => void): readonly Command[] {
  const chosen = desk.selection.count(desk.users.source.total);
  const what = chosen > 0 ? desk.chosen : everyMatch(desk.users.query);
  const noneReason = chosen > 0 ? null : words.bulk.nothingChosen;
  return [
    { id: 'users.filter', title: words.filterLabel, group: 'action', keys: '/', run: focusFilter },
    {
      id: 'users.export',
      title: words.commands.export(chosen),
      group: 'action',
      run: () => void exportRows(session, desk, what),
    },
    {
      id: 'users.copyIds',
      title: words.commands.copyIds,
      group: 'action',
      disabledReason: noneReason,
      run: () => void copyRows(desk, what, 'id'),
    },
  ];
}
