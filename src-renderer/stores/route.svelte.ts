/** Where the window is: the part of the address after `#`. Behind `navigate` and `href`, so that nothing else knows how. */
export class Route {
  #hash = $state.raw(location.hash);
  /** "/users/42" */
  path = $derived(pathOf(this.#hash));
  /** ["users", "42"] */
  segments = $derived(
    this.path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent),
  );
  /** What follows `?`. */
  query = $derived(new URLSearchParams(this.#hash.split('?')[1] ?? ''));

  /** Follow the address until its end is called. */
  follow(): () => void {
    const onHashChange = (): void => void (this.#hash = location.hash);
    onHashChange();
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }

  /** Go to a path; `replace` leaves no step to go back to. */
  navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
    if (replace) history.replaceState(null, '', href(path));
    else history.pushState(null, '', href(path));
    this.#hash = location.hash;
  }
}

function pathOf(hash: string): string {
  const path = hash.slice(1).split('?')[0] ?? '';
  return isDecodable(path) && path !== '' ? path : '/';
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The address of a path, for links: `href('/users')` is "#/users". */
export function href(path: string): string {
  return `#${path}`;
}
