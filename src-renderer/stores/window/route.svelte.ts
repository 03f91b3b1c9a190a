import { href, pathOf, queryOf, shownAt, withShown, type Shown } from './address.ts';

/**
 * Where the window is: the part of the address after `#`, and what the part before it says that the window shows. Behind
 * `navigate` and `href`, so that nothing else knows how.
 * Decision: build/decisions/0006-columns-and-routes-of-our-own.md
 */
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
  /** The instance and the scope that the address names. Links of the page lead to the same ones. */
  #shown = shownAt(location.search);
  #followers: readonly (() => void)[] = [];
  #keepers: readonly ((go: () => void) => boolean)[] = [];

  /** Follow the address until its end is called. */
  follow(): () => void {
    const onHashChange = (): void => {
      const next = location.hash;
      if (next === this.#restated) return;
      if (next === this.#hash) {
        if (this.#restated !== undefined) history.replaceState(null, '', this.#restated);
      } else this.#step(next, this.#shown);
    };
    // A step back or forward may lead to an entry of another instance or scope
    const onPopState = (): void => {
      const shown = shownAt(location.search);
      if (shown.profile !== this.#shown.profile || shown.scope !== this.#shown.scope) this.#step(location.hash, shown);
    };
    onHashChange();
    window.addEventListener('hashchange', onHashChange);
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('hashchange', onHashChange);
      window.removeEventListener('popstate', onPopState);
    };
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Name in the address what this window shows. */
  show(shown: Shown): void {
    this.#shown = shown;
    if (withShown(location.search, shown) !== location.search) history.replaceState(null, '', this.#address());
  }

  /** The address of a path in this instance; `scope`: in another scope than the one on show. */
  linkTo(path: string, scope: string | null): string {
    const shown = scope === null ? '' : withShown(location.search, { ...this.#shown, scope });
    return shown + href(path);
  }

  /** Runs when the window goes to another instance or scope, until its end is called. */
  onShown(follower: () => void): () => void {
    this.#followers = [...this.#followers, follower];
    return () => void (this.#followers = this.#followers.filter((other) => other !== follower));
  }

  /**
   * Go to a path, in another scope or instance if `shown` names one. `replace` leaves no step to go back to. The step back
   * leads to the instance and the scope that were shown before.
   */
  navigate(path: string, { replace = false, ...shown }: { replace?: boolean } & Partial<Shown> = {}): void {
    const next = { ...this.#shown, ...shown };
    const go = (): void => {
      const address = this.#address(next, href(path));
      if (replace) history.replaceState(null, '', address);
      else history.pushState(null, '', address);
      this.#arrive(location.hash, next);
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

  /** The address has changed by itself: be there, or stay here. */
  #step(hash: string, shown: Shown): void {
    const be = (): void => this.#arrive(hash, shown);
    const isKept = this.#isKept(() => {
      history.pushState(null, '', this.#address(shown, hash));
      be();
    });
    if (isKept) history.replaceState(null, '', this.#address());
    else be();
  }

  #address(shown = this.#shown, hash = this.#restated ?? this.#hash): string {
    return location.pathname + withShown(location.search, shown) + hash;
  }

  #arrive(hash: string, shown: Shown): void {
    const { profile, scope } = this.#shown;
    const isSame = shown.profile === profile && shown.scope === scope;
    this.#shown = shown;
    // First, so that the page that comes into view waits for the scope
    if (!isSame) for (const follower of this.#followers) follower();
    this.#hash = hash;
    this.moves += 1;
    this.#restated = undefined;
  }

  #isKept(go: () => void): boolean {
    return this.#keepers.some((keeper) => keeper(go));
  }
}
