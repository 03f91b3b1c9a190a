import History from '@lucide/icons/icons/rotate-ccw-clock';
import Link from '@lucide/icons/icons/link';
import Layers from '@lucide/icons/icons/layers';
import ListChecks from '@lucide/icons/icons/list-checks';
import ListRestart from '@lucide/icons/icons/list-restart';
import RefreshCw from '@lucide/icons/icons/refresh-cw';
import { consoles as words } from '#shared/text/en/console.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { actionCommands, type Action } from '../actions.ts';
import type { ListState } from '../state/list-state.svelte.ts';
import { detailsSyncReason, syncReasonOf, startDetailsSync, startFullSync, startSync } from '../state/sync-actions.ts';
import { placeLists } from '../places.ts';
import { whereOf } from '../scope.ts';
import { listDeepLink } from '../state/links.ts';
import { historyTab } from '../../stores/window/address.ts';
import { copyRows, copyValue } from '../clipboard-actions.ts';
import { fieldsOf } from '../column-values.ts';

/** The commands of a list page for the palette and the keyboard. They apply to the selected rows. */
export function listCommands(
  stores: Stores,
  listState: ListState,
  actions: readonly Action[],
  focusFilter: () => void,
): readonly Command[] {
  const { spec, list, columns } = listState;
  const { noun } = spec;
  const chosen = listState.selection.count(listState.source.total);
  const what = chosen > 0 ? listState.chosen : listState.everyMatch;
  const nothingChosen = words.bulk.nothingChosen(noun);
  const onlyOne = words.bulk.onlyOne(noun);
  const { count } = listState.picked;
  const ofOneRow = count === 0 ? nothingChosen : count > 1 ? onlyOne : null;
  const fields = (): string[] => fieldsOf(spec, columns.visible);
  return [
    ...actionCommands(actions, listState.picked, { nothingChosen, onlyOne }),
    { id: 'list.filter', title: words.commands.filter(noun), keys: '/', run: focusFilter },
    ...placeCommands(stores, listState, ofOneRow),
    ...historyCommand(listState, ofOneRow),
    ...syncCommand(stores, listState),
    {
      id: 'list.export',
      title: words.commands.export(noun, chosen),
      disabledReason: listState.source.total === 0 ? words.nothingToExport : null,
      run: () =>
        void import('../export/export-list.ts').then(({ exportList }) =>
          exportList(stores, listState, what, chosen > 0 ? chosen : listState.source.total),
        ),
    },
    {
      id: 'list.copyLink',
      title: words.commands.copyLink,
      icon: Link,
      run: () => void copyValue(listDeepLink(stores, listState) ?? '', words.row.link),
    },
    {
      id: 'list.copyIds',
      title: words.commands.copyIds(noun),
      disabledReason: chosen > 0 ? null : nothingChosen,
      run: () => void copyRows(list.copy(what, 'id', fields())),
    },
  ];
}

/** Opens the side panel on the history. A row that has a page has no side panel. */
function historyCommand(listState: ListState, disabledReason: string | null): Command[] {
  const { spec, picked } = listState;
  const [row] = picked.rows;
  if (row !== undefined && (spec.pageOf?.(row) ?? null) !== null) return [];
  const run = (): void => {
    if (row !== undefined) listState.open(row);
    listState.tab = historyTab;
  };
  return [
    { id: 'list.history', title: words.commands.history(spec.noun), icon: History, keys: 'h', disabledReason, run },
  ];
}

function placeCommands({ route }: Stores, { spec, picked }: ListState, disabledReason: string | null): Command[] {
  return placeLists(route, spec.collection, picked.rows[0]).map(({ label, ...list }) => ({
    ...list,
    title: label,
    icon: Layers,
    disabledReason,
  }));
}

function syncCommand(stores: Stores, listState: ListState): Command[] {
  if (listState.spec.unlisted !== undefined || listState.spec.past !== undefined) return [];
  return [
    {
      id: 'list.read',
      title: words.sync.start(listState.spec.noun, whereOf(stores, listState.syncScope)),
      keys: 'r',
      icon: RefreshCw,
      disabledReason: syncReasonOf(stores, listState),
      run: () => void startSync(listState),
    },
    ...fullSyncCommand(stores, listState),
    ...detailsCommand(stores, listState),
  ];
}

function fullSyncCommand(stores: Stores, listState: ListState): Command[] {
  if (!listState.isIncremental) return [];
  return [
    {
      id: 'list.readAll',
      title: words.sync.full(listState.spec.noun),
      icon: ListRestart,
      disabledReason: syncReasonOf(stores, listState),
      run: () => void startFullSync(listState),
    },
  ];
}

function detailsCommand(stores: Stores, listState: ListState): Command[] {
  if (listState.spec.isDetailed !== true) return [];
  return [
    {
      id: 'list.details',
      title: words.sync.details(listState.spec.noun),
      icon: ListChecks,
      disabledReason: detailsSyncReason(stores, listState),
      run: () => void startDetailsSync(listState),
    },
  ];
}
