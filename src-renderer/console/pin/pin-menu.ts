import type { Pin } from '#shared/contract/pins.ts';
import { pins as words } from '#shared/text/en/pins.ts';
import { attempt } from '../../components/messages/attempt.ts';
import type { MenuEntry } from '../../components/overlays/menu.ts';
import { syncReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { pinsOf, type Pins } from '../../stores/stored/pins.svelte.ts';

const run = (work: () => Promise<unknown>) => (): void => void attempt(work, words.actionFailed);

/** Pause a pin, or let it continue. */
export function pauseAction(pins: Pins, pin: Pin): { label: string; run: () => void } {
  return pin.state === 'paused'
    ? { label: words.resume, run: run(() => pins.resume(pin)) }
    : { label: words.pause, run: run(() => pins.pause(pin)) };
}

/** The actions on a pin. `edit`, `remove`: open their dialogs. */
export function pinMenu(
  stores: Stores,
  pin: Pin,
  { edit, remove }: { edit: () => void; remove: () => void },
): MenuEntry[] {
  const pins = pinsOf(stores.session);
  return [
    { id: 'pause', ...pauseAction(pins, pin) },
    { id: 'refill', label: words.refill, disabledReason: syncReason(stores), run: run(() => pins.refill(pin)) },
    { id: 'edit', label: words.edit, run: edit },
    { kind: 'separator', id: 'before remove' },
    { id: 'remove', label: words.unpinMenu, isBad: true, run: remove },
  ];
}
