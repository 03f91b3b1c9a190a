const name = 'reeve-key';
const inFragment = /^#key=([\w-]{20,200})(?:&link=([^&]*))?$/;

/** For browsers without storage: the key lasts until the page is reloaded. */
let remembered: string | null = null;

/**
 * Move the key from the fragment of the address (`#key=…&link=…`) into the storage for all tabs of this origin, and go to
 * the page that opens the link if there is one. Call before anything reads the route.
 */
export function takeKey(): void {
  const [, key, link] = inFragment.exec(location.hash) ?? [];
  if (key === undefined) return;
  const route = link === undefined ? '' : `#/open?link=${link}`;
  history.replaceState(null, '', location.pathname + location.search + route);
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
