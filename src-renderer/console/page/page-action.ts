import type { LucideIconData } from '@lucide/icons';
import Plus from '@lucide/icons/icons/plus';
import type { Command } from '../../stores/window/commands.svelte.ts';
import { commandTitle } from '../actions.ts';

/** An action on what a page shows (a file, an issue, a wiki page), offered by a button or a menu, and by the palette. */
export interface PageAction {
  /** Resource and verb: "files.edit". */
  id: string;
  /** Ends with "…" if a form or a plan follows. */
  label: string;
  /** Title in the palette, if the label doesn't name the object: "Edit README.md". */
  title?: string | undefined;
  /** Further words by which the palette finds the action. */
  keywords?: string | undefined;
  icon?: LucideIconData | undefined;
  /** Shortcut while the page is shown: keys in order, separated by spaces. */
  keys?: string | undefined;
  isBad?: boolean | undefined;
  /** The look of its button. Actions without a look are in the menu "More actions". */
  look?: 'default' | 'primary' | 'danger' | undefined;
  /** Why the action is not possible now, in a sentence; null if it is. */
  disabledReason: string | null;
  run: () => void;
}

/** The actions of a page for the palette and the keyboard: `commands.add(() => pageCommands(actions))`. */
export function pageCommands(actions: readonly PageAction[]): Command[] {
  return actions.map((action) => ({ ...action, title: commandTitle(action.label, action.title) }));
}

/**
 * The properties of an action that the palette needs to offer it on every page. Declared in `verbs.ts` in the folder of
 * the page, which imports only texts and icons, because the palette loads the `verbs.ts` of all pages. The default icon
 * is a plus sign.
 */
export type PageVerb = Pick<PageAction, 'id' | 'label' | 'title' | 'keywords' | 'icon'> & {
  /**
   * The path of the project page that has the action, after the path of the project. Default: the page of the folder.
   */
  path?: string;
  /** The action changes nothing on the instance, so the palette also offers it offline and in read-only profiles. */
  isHarmless?: boolean;
};

/** The main button of a page, usually the one that creates a row of its list. Its key is `n`. */
export function createAction(action: PageVerb & Pick<PageAction, 'disabledReason' | 'run'>): PageAction {
  return { keys: 'n', icon: Plus, look: 'primary', ...action };
}
