import type { page } from 'vitest/browser';
import { eventually } from './eventually.ts';

export type Target = ReturnType<typeof page.getByRole> | Element;

const focusable = 'button, a[href], input, select, textarea, summary, [tabindex], [contenteditable]';

/**
 * Click an element from inside the page, if a person could click it: it is visible, enabled and not covered. A click
 * through the protocol costs ten times as much. Tests of keys, focus, drag, hover and the clipboard need `userEvent`,
 * because the browser does not trust events from inside the page.
 */
export async function click(target: Target): Promise<void> {
  const element = await eventually(() => clickable(elementOf(target)));
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, composed: true, clientX: left + width / 2, clientY: top + height / 2 };
  const pointer = { ...at, pointerId: 1, pointerType: 'mouse', isPrimary: true, detail: 1 };
  element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  const moves = element.dispatchEvent(new MouseEvent('mousedown', { ...at, buttons: 1, detail: 1 }));
  if (moves) moveFocus(element);
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  element.dispatchEvent(new MouseEvent('mouseup', { ...at, detail: 1 }));
  // Unlike `element.click()`, this event counts as a click of a pointer. Menus treat it differently from a key
  element.dispatchEvent(new PointerEvent('click', pointer));
}

/** Click a disabled control, which must do nothing. */
export async function clickInVain(target: Target): Promise<void> {
  const element = await eventually(() => elementOf(target));
  if (!element.matches(':disabled, [aria-disabled="true"]')) throw new Error(`enabled: ${nameOf(element)}`);
  element.click();
}

/** Replace the text of a field from inside the page, as `userEvent.fill` does through the protocol. */
export async function fill(target: Target, text: string): Promise<void> {
  const field = await eventually(() => {
    const found = elementOf(target);
    if (!(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement)) throw new Error('not a field');
    assertUsable(found);
    if (found.readOnly) throw new Error(`read-only: ${nameOf(found)}`);
    return found;
  });
  field.focus();
  field.select();
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function elementOf(target: Target): HTMLElement {
  // If `element()` finds nothing, its error describes the whole page, which takes long for a large page
  const element = target instanceof Element ? target : target.query();
  if (element === null) throw new Error(`nothing found by ${(target as { selector?: string }).selector}`);
  if (!(element instanceof HTMLElement)) throw new Error(`not an element of HTML: ${nameOf(element)}`);
  return element;
}

function assertUsable(element: HTMLElement): void {
  if (!element.isConnected) throw new Error(`no longer in the page: ${nameOf(element)}`);
  if (!element.checkVisibility({ visibilityProperty: true })) throw new Error(`not visible: ${nameOf(element)}`);
  if (element.matches(':disabled, [aria-disabled="true"]')) throw new Error(`disabled: ${nameOf(element)}`);
}

function clickable(element: HTMLElement): HTMLElement {
  assertUsable(element);
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
  if (!isHit) throw new Error(`covered by ${hit === null ? 'nothing' : nameOf(hit)}: ${nameOf(element)}`);
  return element;
}

/** Move the focus as a press of the mouse button does: to the nearest focusable element. */
function moveFocus(element: HTMLElement): void {
  const next = element.closest<HTMLElement>(focusable);
  if (next !== null) next.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const nameOf = (element: Element): string => element.outerHTML.slice(0, 200);
