const checks = new Set<() => boolean>();

/** Whether the window has input that a reload would lose. */
export function hasUnsavedInput(): boolean {
  return [...checks].some((isUnsaved) => isUnsaved());
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedInput()) event.preventDefault();
}

/**
 * Have the window ask before a reload or its end while `isUnsaved` answers true, until the returned function is called. The
 * input isn't stored: it may hold a secret, and the storage of a browser isn't encrypted.
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
