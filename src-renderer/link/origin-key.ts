const name = 'reeve-key';
const inFragment = /^#key=([\w-]{20,200})$/;

/** Where the browser keeps nothing, the key lasts until the page is loaded again. */
let remembered: string | null = null;

/**
 * Take the key that the start page hands over behind `#` out of the address, and keep it for every tab of this origin.
 * Call before anything reads the route.
 */
export function takeKey(): void {
  const key = inFragment.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  remembered = key;
  try {
    localStorage.setItem(name, key);
  } catch {
    // The tab works all the same; another one will ask for the start address
  }
}

/** The key of this origin, which the socket needs; null in a browser that did not open the start address here. */
export function originKey(): string | null {
  try {
    return localStorage.getItem(name) ?? remembered;
  } catch {
    return remembered;
  }
}
