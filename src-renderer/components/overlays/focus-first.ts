const controls = 'input, textarea, select, button, summary, a[href], [tabindex], [contenteditable]';

/**
 * Move the focus to the first control of an opened element, or to the element itself. Elements with `data-focus-first`,
 * and the controls in them, are preferred. The button of a status message is ignored, because it may discard what was
 * typed. Tabs and their panels are ignored, but not the controls in a panel. The library moves the focus one frame
 * later; keys pressed before that would reach the page behind the element.
 */
export function focusFirst(opened: HTMLElement | null): void {
  const all = [...(opened?.querySelectorAll<HTMLElement>(controls) ?? [])];
  const preferred = all.filter((control) => control.closest('[data-focus-first]') !== null);
  ([...preferred, ...all].find(isReached) ?? opened)?.focus({ preventScroll: true });
}

function isReached(control: HTMLElement): boolean {
  return (
    (control.tabIndex >= 0 || control.hasAttribute('data-focus-first')) &&
    !control.matches(':disabled, [inert] *, [role="status"] *, [role="tab"], [role="tabpanel"]') &&
    control.checkVisibility({ visibilityProperty: true }) &&
    !isBesideChosen(control)
  );
}

/** Of radio buttons, Tab reaches only the checked one. */
function isBesideChosen(control: HTMLElement): boolean {
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio' || control.checked) return false;
  const { form, name } = control;
  const same = document.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${CSS.escape(name)}"]`);
  return [...same].some((other) => other.form === form && other.checked);
}
