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

  /** How often the window went elsewhere, so that what waits can tell that it was left behind. */
  moves = 0;

  /** What the address bar says in the place of `#hash`. */
  #restated: string | undefined;
  #keepers: readonly ((go: () => void) => boolean)[] = [];

  /** Follow the address until its end is called. */
  follow(): () => void {
    const onHashChange = (): void => {
      const next = location.hash;
      if (next === this.#hash) {
        if (this.#restated !== undefined) history.replaceState(null, '', this.#restated);
        return;
      }
      const isKept = this.#isKept(() => {
        history.pushState(null, '', next);
        this.#be(next);
      });
      if (isKept) history.replaceState(null, '', this.#restated ?? this.#hash);
      else this.#be(next);
    };
    onHashChange();
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }

  /** Go to a path; `replace` leaves no step to go back to. */
  navigate(path: string, { replace = false }: { replace?: boolean } = {}): void {
    const go = (): void => {
      if (replace) history.replaceState(null, '', href(path));
      else history.pushState(null, '', href(path));
      this.#be(location.hash);
    };
    if (!this.#isKept(go)) go();
  }

  /**
   * Name in the address bar what is open here, for the next start of the window. To everyone else the window is where it
   * was: nothing is told of it, there is no step, and nobody is asked.
   */
  restate(path: string): void {
    this.#restated = href(path);
    if (location.hash !== this.#restated) history.replaceState(null, '', this.#restated);
  }

  /** Ask this before the window goes elsewhere, until the end is called: true keeps it here, and `go` may come later. */
  keep(keeper: (go: () => void) => boolean): () => void {
    this.#keepers = [...this.#keepers, keeper];
    return () => void (this.#keepers = this.#keepers.filter((other) => other !== keeper));
  }

  #be(hash: string): void {
    this.#hash = hash;
    this.moves += 1;
    this.#restated = undefined;
  }

  #isKept(go: () => void): boolean {
    return this.#keepers.some((keeper) => keeper(go));
  }
}
