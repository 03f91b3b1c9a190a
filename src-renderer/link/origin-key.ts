const name = 'reeve-key';
const inFragment = /^#key=([\w-]{20,200})$/;

/** For browsers without storage: the key lasts until the page is reloaded. */
let remembered: string | null = null;

/**
 * Move the key from the fragment of the address (`#key=…`) into the storage for all tabs of this origin. Call before
 * anything reads the route.
 */
export function takeKey(): void {
  const key = inFragment.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  remembered = key;
  try {
    localStorage.setItem(name, key);
  } catch {
    // This tab works without storage; other tabs need the start address
  }
}

/** The key of this origin, which the socket needs; null if this browser did not open the start address on this origin. */
export function originKey(): string | null {
  try {
    return localStorage.getItem(name) ?? remembered;
  } catch {
    return remembered;
  }
}
