import { href, pathOf, queryOf } from './address.ts';

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
  query = $derived(queryOf(this.#hash));

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
