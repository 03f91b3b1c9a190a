import Copy from '@lucide/icons/icons/copy';
import ArrowRight from '@lucide/icons/icons/arrow-right';
import ExternalLink from '@lucide/icons/icons/external-link';
import Hash from '@lucide/icons/icons/hash';
import PanelRight from '@lucide/icons/icons/panel-right';
import RefreshCw from '@lucide/icons/icons/refresh-cw';
import RefreshCwOff from '@lucide/icons/icons/refresh-cw-off';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { offNames } from '#shared/off-places.ts';
import { catalogue as words } from '#shared/text/en/catalogue.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import type { MenuEntry } from '../../components/overlays/menu.ts';
import { copyValue } from '../../console/clipboard-actions.ts';
import { verbReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { placePath } from '../../stores/window/address.ts';
import type { CatalogueState } from './catalogue-state.svelte.ts';
import { switchEntries } from './catalogue-actions.ts';
import { entryActions, type EntryAction } from './entry-actions.ts';

/** The menu of one entry. Read reactively, because reasons depend on stores. */
export function rowMenu(stores: Stores, pageState: CatalogueState, entry: CatalogueEntry): MenuEntry[] {
  const { host, profiles, route } = stores;
  const { key, path, id, kind, isPinned } = entry;
  const web = path === null ? '' : `${profiles.open?.url ?? ''}/${kind === 'group' ? 'groups/' : ''}${path}`;
  const { verify, pin, unpin, remove } = entryActions(stores, pageState);
  const action = (name: string, { label, icon, disabledReason, run }: EntryAction): MenuEntry => ({
    ...{ id: name, label, icon, disabledReason },
    run: () => void run([key]),
  });
  return [
    { id: 'open', label: words.open, icon: PanelRight, run: () => (pageState.panelKey = key) },
    {
      id: 'choose',
      label: words.choose[kind],
      icon: ArrowRight,
      run: () => route.navigate(placePath(entry)),
    },
    action('pin', isPinned ? unpin : pin),
    switchEntry(stores, entry),
    action('verify', verify),
    { id: 'before copy', kind: 'separator' },
    {
      id: 'path',
      label: words.copyPath,
      icon: Copy,
      disabledReason: path === null ? words.pathUnknown : null,
      run: () => void copyValue(path ?? '', words.columns.path),
    },
    {
      id: 'id',
      label: words.copyId,
      icon: Hash,
      disabledReason: id === null ? words.idUnknown : null,
      run: () => void copyValue(String(id), words.columns.id),
    },
    {
      id: 'web',
      label: words.openWeb,
      icon: ExternalLink,
      disabledReason: path === null ? words.pathUnknown : verbReason(stores, 'host', 'openWeb'),
      run: () => void attempt(() => host.openWeb(web), words.openWebFailed),
    },
    { id: 'before remove', kind: 'separator' },
    action('remove', remove),
  ];
}

/** Switches one entry off or on. What is off with a group above it can only be switched on with that group. */
export function switchEntry(stores: Stores, entry: CatalogueEntry): Extract<MenuEntry, { run: () => void }> {
  const { off } = words;
  const name = stores.setup.offWith(entry);
  const isOff = name !== null;
  return {
    id: 'off',
    label: isOff ? off.again : off.stop[entry.kind],
    icon: isOff ? RefreshCw : RefreshCwOff,
    disabledReason: offReason(entry, name),
    run: () => void switchEntries(stores, [entry.key], !isOff),
  };
}

/** Names the group above with which the entry is switched off; null: it is on, or switched off itself. */
export function offReason(entry: CatalogueEntry, name: string | null): string | null {
  return name === null || offNames(entry).includes(name)
    ? null
    : words.off.with(visibleText(name.slice('group:'.length)));
}
