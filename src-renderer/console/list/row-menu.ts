import AppWindow from '@lucide/icons/icons/app-window';
import Braces from '@lucide/icons/icons/braces';
import Copy from '@lucide/icons/icons/copy';
import CopyPlus from '@lucide/icons/icons/copy-plus';
import ExternalLink from '@lucide/icons/icons/external-link';
import Hash from '@lucide/icons/icons/hash';
import Layers from '@lucide/icons/icons/layers';
import Link from '@lucide/icons/icons/link';
import Link2 from '@lucide/icons/icons/link-2';
import PanelRight from '@lucide/icons/icons/panel-right';
import Sheet from '@lucide/icons/icons/sheet';
import Table from '@lucide/icons/icons/table';
import Terminal from '@lucide/icons/icons/terminal';
import User from '@lucide/icons/icons/user';
import type { Scoped } from '#shared/contract/collection.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import type { MenuEntry } from '../../components/overlays/menu.ts';
import type { CopyFormat, ListRow } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import { menuEntries, type Action } from '../actions.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import type { ListState } from '../state/list-state.svelte.ts';
import { openWindow } from '../../stores/window/address.ts';
import { peopleInRow, personPath } from '../facts/person-part.ts';
import { placeLists } from '../places.ts';
import { rowDeepLink, rowLink } from '../state/links.ts';
import { copyValue, copyRows } from '../clipboard-actions.ts';
import { openWeb, webReason } from '../open-web.ts';
import { openRow } from '../state/open-row.ts';
import { plain } from '../values.ts';
import { fieldsOf, valueOf } from '../column-values.ts';

/** An issue can have many assignees. */
const mostEntries = 5;

/** The menu of a row and of the cell on which it was opened. The actions of the page come first. */
export function rowMenu(
  stores: Stores,
  listState: ListState,
  actions: readonly Action[],
  entry: Scoped<ListRow>,
  columnId: string | undefined,
): MenuEntry[] {
  const { spec } = listState;
  const picked = listState.pick(entry);
  const own = menuEntries(actions, picked);
  const id = plain(entry.row['id']);
  const copy = (format: CopyFormat): void =>
    void copyRows(listState.list.copy(picked.selection, format, fieldsOf(spec, listState.columns.visible)));
  const copyId: MenuEntry = {
    id: 'copy id',
    label: words.row.copyId,
    icon: Hash,
    run: () => void copyValue(id, words.row.id),
  };
  return [
    { id: 'open', label: words.row.open, icon: PanelRight, run: () => openRow(stores, listState, entry) },
    ...windowEntry(stores, listState, entry),
    ...personEntries(stores, listState, entry),
    ...placeLists(stores.route, spec.collection, entry).map((list) => ({ ...list, icon: Layers })),
    ...(own.length === 0 ? [] : [{ id: 'before own', kind: 'separator' } as const, ...own]),
    { id: 'before copy', kind: 'separator' },
    ...linkEntries(stores, listState, entry),
    ...cellEntry(listState, entry, columnId),
    ...(id === '' ? [] : [copyId]),
    ...ownCopies(listState, entry),
    { id: 'copy json', label: words.row.copyJson, icon: Braces, run: () => copy('json') },
    { id: 'copy csv', label: words.row.copyCsv, icon: Sheet, run: () => copy('csv') },
    { id: 'copy markdown', label: words.row.copyMarkdown, icon: Table, run: () => copy('markdown') },
    { id: 'copy curl', label: words.row.copyCurl, icon: Terminal, run: () => copy('curl') },
    ...webEntry(stores, listState, entry),
  ];
}

function linkEntries(stores: Stores, listState: ListState, entry: Scoped<ListRow>): MenuEntry[] {
  const link = rowDeepLink(stores, listState, entry);
  const address = rowLink(stores.route, listState, entry);
  if (link === undefined || address === undefined) return [];
  const copy = (text: string) => (): void => void copyValue(text, words.row.link);
  const web = new URL(address, location.href).href;
  const isBrowser = stores.host.status?.host === 'node';
  return [
    { id: 'copy link', label: words.row.copyLink, icon: Link, run: copy(link) },
    ...(isBrowser ? [{ id: 'copy web link', label: words.row.copyWebLink, icon: Link2, run: copy(web) }] : []),
  ];
}

function windowEntry({ route }: Stores, listState: ListState, entry: Scoped<ListRow>): MenuEntry[] {
  const link = rowLink(route, listState, entry);
  if (link === undefined) return [];
  return [{ id: 'open window', label: words.row.openWindow, icon: AppWindow, run: () => openWindow(link) }];
}

/** Entries for the first people of a row: the row itself, or the people in its fields, such as its author. */
function personEntries({ route }: Stores, { spec }: ListState, { row }: Scoped<ListRow>): MenuEntry[] {
  const people = spec.peopleOf?.(row) ?? peopleInRow(row);
  return people.slice(0, mostEntries).map(({ id, name }) => ({
    id: `open person ${id}`,
    label: words.row.openPersonNamed(visibleText(name, 60)),
    icon: User,
    run: () => route.navigate(personPath(id)),
  }));
}

function ownCopies({ spec: { copies = [] } }: ListState, { row }: Scoped<ListRow>): MenuEntry[] {
  return copies.map(({ label, title, valueOf: textOf, emptyReason }) => {
    const text = textOf(row);
    const disabledReason = text === '' ? emptyReason : null;
    return { id: label, label, icon: CopyPlus, disabledReason, run: () => void copyValue(text, title) };
  });
}

function webEntry(stores: Stores, { spec }: ListState, { row }: Scoped<ListRow>): MenuEntry[] {
  if (spec.webUrlOf === undefined) return [];
  const url = spec.webUrlOf(row);
  const run = (): void => void openWeb(stores, url ?? '');
  const disabledReason = webReason(stores, spec.noun, url);
  return [
    { id: 'before web', kind: 'separator' },
    { id: 'web', label: words.openWeb, icon: ExternalLink, disabledReason, run },
  ];
}

function cellEntry({ spec }: ListState, entry: Scoped<ListRow>, columnId: string | undefined): MenuEntry[] {
  const column = spec.columns.find(({ id }) => id === columnId);
  const isOffered = spec.copies?.some(({ title }) => title === column?.title) === true;
  if (column === undefined || column.id === 'id' || isOffered) return [];
  const text = plain(valueOf(entry, column));
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
