import { catalogue as words } from '#shared/text/en/catalogue.ts';
import { remoteReason, writeReason } from '../../stores/availability.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import type { CatalogueState } from './catalogue-state.svelte.ts';
import { exportCatalogue, pinEntries, removeEntries, switchEntries, verifyEntries } from './catalogue-actions.ts';

/** Commands for the palette and the keyboard, for the selection or the active row. */
export function catalogueCommands(
  stores: Stores,
  pageState: CatalogueState,
  open: Readonly<Record<'add' | 'import' | 'probes' | 'allowlists' | 'filter', () => void>>,
): readonly Command[] {
  const { picked } = pageState;
  const noneReason = picked.count > 0 ? null : words.nothingChosen;
  const verifyReason = noneReason ?? (pageState.list.verifying === null ? remoteReason(stores) : words.verifyingNow);
  const action = (
    id: string,
    title: string,
    run: () => void,
    disabledReason: string | null = null,
    keys?: string,
  ): Command => ({ id: `catalogue.${id}`, title, disabledReason, keys, run });
  const onPicked = (
    id: string,
    title: (count: number) => string,
    work: (keys: number[]) => Promise<void>,
    disabledReason = noneReason,
  ): Command => action(id, title(picked.count), () => void picked.keys().then(work), disabledReason);
  return [
    action('filter', words.commands.filter, open.filter, null, '/'),
    action('add', words.commands.add, open.add, null, 'n'),
    onPicked('verify', words.commands.verify, (keys) => verifyEntries(pageState, keys), verifyReason),
    onPicked('pin', words.commands.pin, (keys) => pinEntries(pageState, keys, true)),
    onPicked('unpin', words.commands.unpin, (keys) => pinEntries(pageState, keys, false)),
    onPicked('remove', words.commands.remove, (keys) => removeEntries(pageState, keys)),
    onPicked('off', words.commands.switchOff, (keys) => switchEntries(stores, keys, true)),
    onPicked('on', words.commands.switchOn, (keys) => switchEntries(stores, keys, false)),
    action('import', words.commands.import, open.import),
    action(
      'export',
      words.commands.export,
      () => void exportCatalogue(stores, pageState),
      pageState.list.source.total === 0 && !pageState.isFiltered ? words.nothingToExport : null,
    ),
    action('allowlists', words.commands.allowlists, open.allowlists, writeReason(stores)),
    action('discovery', words.commands.discovery, open.probes),
  ];
}
