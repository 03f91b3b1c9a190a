import { catalogue as words } from '#shared/text/en/catalogue.ts';
import { remoteReason } from '../../stores/availability.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import type { CatalogueState } from './catalogue-state.svelte.ts';
import { exportCatalogue, pinEntries, removeEntries, switchEntries, verifyEntries } from './catalogue-actions.ts';

/** Commands for the palette and the keyboard, for the selection or the active row. */
export function catalogueCommands(
  stores: Stores,
  pageState: CatalogueState,
  focusFilter: () => void,
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
  ): Command => ({ id: `catalogue.${id}`, title, group: 'action', disabledReason, keys, run });
  const onPicked = (work: (keys: number[]) => Promise<void>) => () => void picked.keys().then(work);
  return [
    action('filter', words.commands.filter, focusFilter, null, '/'),
    action('add', words.commands.add, () => (pageState.dialog = 'add'), null, 'n'),
    action(
      'verify',
      words.commands.verify(picked.count),
      onPicked((keys) => verifyEntries(pageState, keys)),
      verifyReason,
    ),
    action(
      'pin',
      words.commands.pin(picked.count),
      onPicked((keys) => pinEntries(pageState, keys, true)),
      noneReason,
    ),
    action(
      'unpin',
      words.commands.unpin(picked.count),
      onPicked((keys) => pinEntries(pageState, keys, false)),
      noneReason,
    ),
    action(
      'remove',
      words.commands.remove(picked.count),
      onPicked((keys) => removeEntries(pageState, keys)),
      noneReason,
    ),
    action(
      'off',
      words.commands.switchOff(picked.count),
      onPicked((keys) => switchEntries(stores, keys, true)),
      noneReason,
    ),
    action(
      'on',
      words.commands.switchOn(picked.count),
      onPicked((keys) => switchEntries(stores, keys, false)),
      noneReason,
    ),
    action('import', words.commands.import, () => (pageState.dialog = 'import')),
    action(
      'export',
      words.commands.export,
      () => void exportCatalogue(stores, pageState),
      pageState.list.source.total === 0 && !pageState.isFiltered ? words.nothingToExport : null,
    ),
    action('discovery', words.commands.discovery, () => (pageState.dialog = 'probes')),
  ];
}
