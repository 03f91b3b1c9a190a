import { seconds } from '#shared/time.ts';
import type { Command } from '../../stores/window/commands.svelte.ts';

const sequenceMs = seconds(1);

/**
 * Run commands by their keys until the returned function is called. Keys typed into a field or a dialog are ignored,
 * except chords with Ctrl or Cmd. Keys that a table or a menu handled (`preventDefault`) do not arrive here.
 */
export function listenForKeys(commands: () => readonly Command[]): () => void {
  let pressed: string[] = [];
  let lastAtMs = 0;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const key = keyName(event);
    if (key === null) return;
    if (key === 'mod+a' && event.isTrusted) return selectRows(event);
    if (!key.startsWith('mod+') && isBusyTarget(event.target)) return;
    pressed = event.timeStamp - lastAtMs > sequenceMs ? [key] : [...pressed, key].slice(-3);
    lastAtMs = event.timeStamp;
    const command = longestMatch(commands(), pressed);
    if (command === undefined) return;
    event.preventDefault();
    pressed = [];
    if (command.disabledReason === null || command.disabledReason === undefined) command.run();
  }

  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** Ctrl+A outside of a text field selects the rows of the page. It never selects the texts of the window. */
function selectRows(event: KeyboardEvent): void {
  const texts = 'input, textarea, [contenteditable], .cm-editor';
  if (event.composedPath().some((at) => at instanceof HTMLElement && at.matches(texts))) return;
  event.preventDefault();
  if (isBusyTarget(event.target)) return;
  document.querySelector('main [role="grid"]')?.dispatchEvent(new KeyboardEvent(event.type, event));
}

/** The command whose keys are the last ones pressed, preferring longer sequences. */
export function longestMatch(commands: readonly Command[], pressed: readonly string[]): Command | undefined {
  for (let from = 0; from < pressed.length; from += 1) {
    const keys = pressed.slice(from).join(' ');
    const command = commands.find((other) => other.keys === keys);
    if (command !== undefined) return command;
  }
  return undefined;
}

/** "mod+shift+l", "g", "?"; null for a modifier alone. Shift is included only if the character does not show it. */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (['Control', 'Meta', 'Alt', 'Shift', 'Dead', 'AltGraph'].includes(key)) return null;
  const hasMod = ctrlKey || metaKey;
  const showsShift = key.length === 1 && !hasMod;
  return [hasMod ? 'mod' : '', altKey ? 'alt' : '', shiftKey && !showsShift ? 'shift' : '', key.toLowerCase()]
    .filter((part) => part !== '')
    .join('+');
}

function isBusyTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]') !==
    null
  );
}
