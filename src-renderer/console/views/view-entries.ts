import Pencil from '@lucide/icons/icons/pencil';
import Pin from '@lucide/icons/icons/pin';
import Save from '@lucide/icons/icons/save';
import Trash2 from '@lucide/icons/icons/trash';
import type { SavedView } from '#shared/contract/host.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { pins } from '#shared/text/en/pins.ts';
import type { MenuEntry } from '../../components/overlays/menu.ts';

/** The input of the form that names a view. */
export interface NamedView {
  /** The view to rename; null: a new view. */
  view: SavedView | null;
  /** Names of the other views, which can't be used. */
  taken: readonly string[];
  /** The name of the built-in view that is copied. */
  proposed?: string | undefined;
  onsave: (name: string, view: SavedView | null) => Promise<void>;
}

/** The actions on a saved view. `isUnchanged`: the shown query equals the saved one. */
export interface OwnView {
  isUnchanged: boolean;
  rename: () => void;
  replace: () => void;
  remove: () => void;
  /** Absent: the list has no pins. */
  pin?: (() => void) | undefined;
  /** Whether the view is pinned. */
  isPinned: boolean;
}

export function ownViewEntries({ isUnchanged, rename, replace, remove, pin, isPinned }: OwnView): MenuEntry[] {
  return [
    { id: 'rename', label: words.views.rename, icon: Pencil, run: rename },
    {
      id: 'replace',
      label: words.views.replace,
      icon: Save,
      disabledReason: isUnchanged ? words.views.unchanged : null,
      run: replace,
    },
    ...(pin === undefined ? [] : [{ id: 'pin', label: isPinned ? pins.edit : pins.pinView, icon: Pin, run: pin }]),
    { id: 'before remove', kind: 'separator' },
    { id: 'remove', label: words.views.remove, icon: Trash2, isBad: true, run: remove },
  ];
}
