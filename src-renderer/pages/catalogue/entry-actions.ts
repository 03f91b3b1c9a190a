import type { LucideIconData } from '@lucide/icons';
import BadgeCheck from '@lucide/icons/icons/badge-check';
import Pin from '@lucide/icons/icons/pin';
import PinOff from '@lucide/icons/icons/pin-off';
import RefreshCw from '@lucide/icons/icons/refresh-cw';
import RefreshCwOff from '@lucide/icons/icons/refresh-cw-off';
import Trash from '@lucide/icons/icons/trash';
import { catalogue as words } from '#shared/text/en/catalogue.ts';
import { remoteReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { pinEntries, removeEntries, switchEntries, verifyEntries } from './catalogue-actions.ts';
import type { CatalogueState } from './catalogue-state.svelte.ts';

export interface EntryAction {
  label: string;
  /** Its title in the palette. */
  title: (count: number) => string;
  icon: LucideIconData;
  tooltip?: string;
  disabledReason?: string | null;
  run: (keys: number[]) => Promise<void>;
}
type Name = 'verify' | 'pin' | 'unpin' | 'off' | 'on' | 'remove';

/**
 * The actions on entries for the bulk bar, the row menu and the palette. Call it reactively, because the reasons
 * change.
 */
export function entryActions(stores: Stores, pageState: CatalogueState): Readonly<Record<Name, EntryAction>> {
  const { commands, off } = words;
  const pin = (isPinned: boolean) => (keys: number[]) => pinEntries(pageState, keys, isPinned);
  const switchTo = (isOff: boolean) => (keys: number[]) => switchEntries(stores, keys, isOff);
  return {
    verify: {
      ...{ label: words.verify, title: commands.verify, icon: BadgeCheck },
      disabledReason: pageState.list.verifying === null ? remoteReason(stores) : words.verifyingNow,
      run: (keys) => verifyEntries(pageState, keys),
    },
    pin: { label: words.pin, title: commands.pin, icon: Pin, run: pin(true) },
    unpin: { label: words.unpin, title: commands.unpin, icon: PinOff, run: pin(false) },
    off: {
      ...{ label: off.stopMany, title: commands.switchOff, icon: RefreshCwOff, tooltip: off.whatMany },
      run: switchTo(true),
    },
    on: { label: off.again, title: commands.switchOn, icon: RefreshCw, run: switchTo(false) },
    remove: {
      ...{ label: words.remove, title: commands.remove, icon: Trash },
      run: (keys) => removeEntries(pageState, keys),
    },
  };
}
