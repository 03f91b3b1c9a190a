import type { Scoped } from '#shared/contract/collection.ts';
import type { Component } from 'svelte';
import type { MenuEntry } from '../components/overlays/menu.ts';
import type { ListRow, ListSelection } from '../stores/lists/collection-client.ts';
import type { Command } from '../stores/window/commands.svelte.ts';

/** What an action is about to work on. */
export interface Picked<Row extends ListRow = ListRow> {
  selection: ListSelection;
  /** How many rows that are. */
  count: number;
  /** Those of them that the window holds: for one row always that row, for thousands the few in sight. */
  rows: readonly Scoped<Row>[];
}

/** Something that can be done with chosen rows: the bulk bar, the menu of a row and the palette all offer it. */
export interface Action<Row extends ListRow = ListRow> {
  id: string;
  /** With "…" where more is asked before something happens. */
  label: string;
  /** In the palette: a verb and a number ("Pause 14 runners"). Without it the label. */
  title?: (count: number) => string;
  icon?: Component;
  /** Keys in order with a space between, while the page is on show. */
  keys?: string;
  isBad?: boolean;
  /** One row at a time, or several; else both. */
  only?: 'one' | 'many';
  /** Why it cannot be done now, in a sentence; null when it can. Read reactively. */
  disabledReason?(picked: Picked<Row>): string | null;
  run(this: void, picked: Picked<Row>): void;
}

/** Why an action cannot be run on these rows. */
export function reasonOf(action: Action, picked: Picked, nothingChosen: string, onlyOne: string): string | null {
  if (picked.count === 0) return nothingChosen;
  if (action.only === 'one' && picked.count > 1) return onlyOne;
  return action.disabledReason?.(picked) ?? null;
}

/** The page's actions as lines of a row's menu. */
export function menuEntries(actions: readonly Action[], picked: Picked): MenuEntry[] {
  return actions
    .filter(({ only }) => only !== 'many')
    .map((action) => ({
      id: action.id,
      label: action.label,
      icon: action.icon,
      isBad: action.isBad,
      keys: action.keys,
      disabledReason: action.disabledReason?.(picked) ?? null,
      run: () => action.run(picked),
    }));
}

/** The page's actions as commands on what is chosen now. */
export function actionCommands(
  actions: readonly Action[],
  picked: Picked,
  { nothingChosen, onlyOne }: { nothingChosen: string; onlyOne: string },
): Command[] {
  return actions.map((action) => ({
    id: `action:${action.id}`,
    title: action.title?.(picked.count) ?? action.label,
    group: 'action',
    keys: action.keys,
    icon: action.icon,
    disabledReason: reasonOf(action, picked, nothingChosen, onlyOne),
    run: () => action.run(picked),
  }));
}
