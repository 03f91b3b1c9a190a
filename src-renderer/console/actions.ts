import type { LucideIconData } from '@lucide/icons';
import type { Scoped } from '#shared/contract/collection.ts';
import type { MenuEntry } from '../components/overlays/menu.ts';
import type { ListRow, ListSelection } from '../stores/lists/collection-client.ts';
import type { Command } from '../stores/window/commands.svelte.ts';

/** The rows that an action applies to. */
export interface Picked<Row extends ListRow = ListRow> {
  selection: ListSelection;
  /** Number of rows. */
  count: number;
  /**
   * The rows that are loaded in the window. A single row is always loaded; of a large selection only the visible rows
   * are.
   */
  rows: readonly Scoped<Row>[];
}

/** An action on rows, offered by the bulk bar, the row menu and the palette. */
export interface Action<Row extends ListRow = ListRow> {
  id: string;
  /** Ends with "…" if a form or a plan follows. */
  label: string;
  /** A single row is changed at once, without a form or a plan. For several rows, a plan follows, so "…" is added. */
  isImmediate?: boolean;
  /** Title in the palette, with a number ("Pause 14 runners"). Default: the label. */
  title?: (count: number) => string;
  icon?: LucideIconData;
  /** Shortcut while the page is shown: keys in order, separated by spaces. */
  keys?: string;
  isBad?: boolean;
  /** For one row, or for several. Default: both. */
  only?: 'one' | 'many';
  /** Why the action is not possible now, in a sentence; null if it is. Read it reactively. */
  disabledReason?(picked: Picked<Row>): string | null;
  run(this: void, picked: Picked<Row>): void;
}

/** The properties of an action that is only possible on a single row. */
export function onOne<Row extends ListRow>(run: (entry: Scoped<Row>) => void): Pick<Action<Row>, 'only' | 'run'> {
  return {
    only: 'one',
    run: ({ rows: [only] }) => {
      if (only !== undefined) run(only);
    },
  };
}

/** The label of an action on `count` rows. */
export const labelForCount = ({ label, isImmediate = false }: Action, count: number): string =>
  isImmediate && count > 1 ? `${label}…` : label;

/** The title without its number while no row is selected: "Pause runners" instead of "Pause 0 runners". */
const titleFor = ({ title }: Action, count: number): string | undefined =>
  count === 0 ? title?.(0).replace(/\b0 /, '') : title?.(count);

/** The title of a command. It ends with "…" if the label of its action ends with "…". */
export const commandTitle = (label: string, title = label): string =>
  label.endsWith('…') && !title.endsWith('…') ? `${title}…` : title;

/** Why an action cannot be run on these rows. */
export function reasonOf(action: Action, picked: Picked, nothingChosen: string, onlyOne: string): string | null {
  if (picked.count === 0) return nothingChosen;
  if (action.only === 'one' && picked.count > 1) return onlyOne;
  return action.disabledReason?.(picked) ?? null;
}

/** The actions of a page as entries of a row menu. */
export function menuEntries(actions: readonly Action[], picked: Picked): MenuEntry[] {
  return actions
    .filter(({ only }) => only !== 'many')
    .map((action) => ({
      ...action,
      disabledReason: action.disabledReason?.(picked) ?? null,
      run: () => action.run(picked),
    }));
}

/** The actions of a page as commands on the selected rows. */
export function actionCommands(
  actions: readonly Action[],
  picked: Picked,
  { nothingChosen, onlyOne }: { nothingChosen: string; onlyOne: string },
): Command[] {
  return actions.map((action) => ({
    ...action,
    title: commandTitle(labelForCount(action, picked.count), titleFor(action, picked.count)),
    disabledReason: reasonOf(action, picked, nothingChosen, onlyOne),
    run: () => action.run(picked),
  }));
}
