import { catalogue as words } from '#shared/text/en/catalogue.ts';
import { pageCommands } from '../../console/page/page-action.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import type { CatalogueState } from './catalogue-state.svelte.ts';
import { exportCatalogue } from './catalogue-actions.ts';
import { entryActions } from './entry-actions.ts';
import { add, allowlists } from './verbs.ts';

/** Commands for the palette and the keyboard, for the selection or the active row. */
export function catalogueCommands(
  stores: Stores,
  pageState: CatalogueState,
  open: Readonly<Record<'add' | 'import' | 'probes' | 'allowlists' | 'filter', () => void>>,
): readonly Command[] {
  const { picked } = pageState;
  const noneReason = picked.count > 0 ? null : words.nothingChosen;
  const action = (
    id: string,
    title: string,
    run: () => void,
    disabledReason: string | null = null,
    keys?: string,
  ): Command => ({ id: `catalogue.${id}`, title, disabledReason, keys, run });
  return [
    action('filter', words.commands.filter, open.filter, null, '/'),
    ...pageCommands([{ ...add, keys: 'n', disabledReason: null, run: open.add }]),
    ...Object.entries(entryActions(stores, pageState)).map(([id, { title, disabledReason = null, run }]) =>
      action(id, title(picked.count), () => void picked.keys().then(run), noneReason ?? disabledReason),
    ),
    action('import', words.commands.import, open.import),
    action(
      'export',
      words.commands.export,
      () => void exportCatalogue(stores, pageState),
      pageState.list.source.total === 0 && !pageState.isFiltered ? words.nothingToExport : null,
    ),
    ...pageCommands([{ ...allowlists, disabledReason: writeReason(stores), run: open.allowlists }]),
    action('discovery', words.commands.discovery, open.probes),
  ];
}
