const checks = new Set<() => boolean>();

/** Whether the window has input that a reload would lose. */
export function hasUnsavedInput(): boolean {
  return [...checks].some((isUnsaved) => isUnsaved());
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedInput()) event.preventDefault();
}

/**
 * The browser asks before the window is reloaded or closed while `isUnsaved` returns true, until the returned function
 * is called. The input is not stored: it may contain a secret, and browser storage is not encrypted.
 */
export function askBeforeUnload(isUnsaved: () => boolean): () => void {
  if (checks.size === 0) window.addEventListener('beforeunload', onBeforeUnload);
  checks.add(isUnsaved);
  return () => {
    checks.delete(isUnsaved);
    if (checks.size === 0) window.removeEventListener('beforeunload', onBeforeUnload);
  };
}

/** Stop asking about any input: for tests, which share one page. */
export function forgetUnsavedInput(): void {
  checks.clear();
  window.removeEventListener('beforeunload', onBeforeUnload);
}
