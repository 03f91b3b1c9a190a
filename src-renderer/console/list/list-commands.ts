import ListChecks from '@lucide/svelte/icons/list-checks';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import { consoles as words } from '#shared/text/en/console.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { actionCommands, type Action } from '../actions.ts';
import type { ListDesk } from '../state/desk.svelte.ts';
import { exportList } from '../export/export-list.ts';
import { detailsReason, readReason, startDetails, startReading } from '../state/reading.ts';
import { whereOf } from '../scope.ts';
import { takeCopy } from '../taking.ts';
import { fieldsOf } from '../values.ts';

/** What the palette and the keyboard can do while a list is on show, on what is chosen there. */
export function listCommands(
  stores: Stores,
  desk: ListDesk,
  actions: readonly Action[],
  focusFilter: () => void,
): readonly Command[] {
  const { spec, list, columns } = desk;
  const { noun } = spec;
  const chosen = desk.selection.count(desk.source.total);
  const what = chosen > 0 ? desk.chosen : desk.everyMatch;
  const nothingChosen = words.bulk.nothingChosen(noun);
  const fields = (): string[] => fieldsOf(spec, columns.visible);
  return [
    ...actionCommands(actions, desk.picked, { nothingChosen, onlyOne: words.bulk.onlyOne(noun) }),
    { id: 'list.filter', title: words.commands.filter(noun), group: 'action', keys: '/', run: focusFilter },
    ...readCommand(stores, desk),
    {
      id: 'list.export',
      title: words.commands.export(noun, chosen),
      group: 'action',
      disabledReason: desk.source.total === 0 ? words.nothingToExport : null,
      run: () => void exportList(stores, desk, what, chosen > 0 ? chosen : desk.source.total),
    },
    {
      id: 'list.copyIds',
      title: words.commands.copyIds(noun),
      group: 'action',
      disabledReason: chosen > 0 ? null : nothingChosen,
      run: () => void takeCopy(list.copy(what, 'id', fields())),
    },
  ];
}

function readCommand(stores: Stores, desk: ListDesk): Command[] {
  if (desk.spec.unlisted !== undefined) return [];
  return [
    {
      id: 'list.read',
      title: words.commands.read(desk.spec.noun, whereOf(stores, desk.scope)),
      group: 'action',
      keys: 'r',
      icon: RefreshCw,
      disabledReason: readReason(stores, desk),
      run: () => void startReading(desk),
    },
    ...detailsCommand(stores, desk),
  ];
}

function detailsCommand(stores: Stores, desk: ListDesk): Command[] {
  if (desk.spec.isDetailed !== true) return [];
  return [
    {
      id: 'list.details',
      title: words.crawl.details(desk.spec.noun),
      group: 'action',
      icon: ListChecks,
      disabledReason: detailsReason(stores, desk),
      run: () => void startDetails(desk),
    },
  ];
}
