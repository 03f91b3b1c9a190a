import { href, pathOf, queryOf, segmentsOf, shownAt, splitMoment, withShown, type Shown } from './address.ts';

/**
 * The address of the window: the path after `#`, and the instance, scope and moment before it. Other code uses only `navigate` and
 * `href`, and does not depend on the form of the address.
 * Decision: build/decisions/0006-columns-and-routes-of-our-own.md
 */
export class Route {
  #hash = $state.raw(location.hash);
  /** "/users/42" */
  path = $derived(pathOf(this.#hash));
  /** ["users", "42"] */
  segments = $derived(segmentsOf(this.path));
  /** What follows `?`. */
  query = $derived(queryOf(this.#hash));

  /** Number of navigations, so that delayed work can check whether the page was left. */
  navigationCount = 0;

  /** The hash in the address bar, if it differs from `#hash`. */
  #restated: string | undefined;
  /** The instance, the scope and the moment of the address. Links of the page keep them. */
  #shown = shownAt(location.search);
  #followers: readonly (() => void)[] = [];
  #arrival: (address: Arrival) => void = () => undefined;
  #navigationGuards: readonly ((go: () => void) => boolean)[] = [];

  constructor() {
    const { path, asOf } = splitMoment(this.#hash);
    if (asOf === undefined) return;
    this.#hash = path;
    this.#shown = { ...this.#shown, asOf };
    history.replaceState(null, '', this.#address());
  }

  /** Follow the address until the returned function is called. */
  follow(): () => void {
    const onHashChange = (): void => {
      const next = location.hash;
      if (next === this.#restated) return;
      if (next === this.#hash) {
        if (this.#restated !== undefined) history.replaceState(null, '', this.#restated);
      } else this.#step(next, this.#shown);
    };
    // Back and Forward can lead to another instance, scope or moment
    const onPopState = (): void => {
      const shown = shownAt(location.search);
      if (!isSamePlace(shown, this.#shown) || shown.asOf !== this.#shown.asOf) this.#step(location.hash, shown);
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

  /** Write the instance and the scope of the window to the address. The moment stays. */
  show(place: Omit<Shown, 'asOf'>): void {
    const shown = { ...this.#shown, ...place };
    this.#shown = shown;
    if (withShown(location.search, shown) === location.search) return;
    // Not `#hash`: it does not have an address that was just entered, until the event for it
    history.replaceState(null, '', this.#address(shown, location.hash));
  }

  /** The address of a path in this instance; `scope`: in another scope than the current one. */
  linkTo(path: string, scope: string | null): string {
    const shown = scope === null ? '' : withShown(location.search, { ...this.#shown, scope });
    return shown + href(path);
  }

  /** Call `follower` when another instance or scope is shown, until the returned function is called. */
  onShown(follower: () => void): () => void {
    this.#followers = [...this.#followers, follower];
    return () => void (this.#followers = this.#followers.filter((other) => other !== follower));
  }

  /** Call `arrival` now and before each page is shown. There can be only one. */
  onArrival(arrival: (address: Arrival) => void): void {
    this.#arrival = arrival;
    arrival({ segments: segmentsOf(pathOf(this.#hash)), asOf: this.#shown.asOf });
  }

  /**
   * Go to a path, in another scope, instance or moment if `shown` or the path has one. With `replace`, the current entry of
   * the history is replaced. Back leads to the previous instance, scope and moment.
   */
  navigate(to: string, { replace = false, ...shown }: { replace?: boolean } & Partial<Shown> = {}): void {
    const { path, ...moment } = splitMoment(to);
    const next = { ...this.#shown, ...shown, ...moment };
    const go = (): void => {
      const address = this.#address(next, href(path));
      if (replace) history.replaceState(null, '', address);
      else history.pushState(null, '', address);
      this.#arrive(location.hash, next);
    };
    if (!this.#isBlocked(go)) go();
  }

  /**
   * Write what is open to the address bar, so that a reload restores it. This is not a navigation: it adds no
   * history entry, does not change `path`, and calls no navigation guard.
   */
  restate(path: string): void {
    const isKnown = location.hash === (this.#restated ?? this.#hash);
    this.#restated = href(path);
    if (isKnown) history.replaceState(null, '', this.#restated);
  }

  /**
   * Call `guard` before each navigation, until the returned function is called. If it returns true, the navigation is
   * stopped; it can call `go` later to continue.
   */
  addNavigationGuard(guard: (go: () => void) => boolean): () => void {
    this.#navigationGuards = [...this.#navigationGuards, guard];
    return () => void (this.#navigationGuards = this.#navigationGuards.filter((other) => other !== guard));
  }

  /** The browser changed the address: follow it, or restore the current one if a guard stops the navigation. */
  #step(entered: string, before: Shown): void {
    const { path: hash, ...moment } = splitMoment(entered);
    const shown = { ...before, ...moment };
    const be = (): void => {
      if (hash !== entered) history.replaceState(null, '', this.#address(shown, hash));
      this.#arrive(hash, shown);
    };
    const isBlocked = this.#isBlocked(() => {
      history.pushState(null, '', this.#address(shown, hash));
      be();
    });
    if (isBlocked) history.replaceState(null, '', this.#address());
    else be();
  }

  #address(shown = this.#shown, hash = this.#restated ?? this.#hash): string {
    return location.pathname + withShown(location.search, shown) + hash;
  }

  #arrive(hash: string, shown: Shown): void {
    const isSame = isSamePlace(shown, this.#shown);
    this.#shown = shown;
    this.#arrival({ segments: segmentsOf(pathOf(hash)), asOf: shown.asOf });
    // First, so that the new page waits for the scope
    if (!isSame) for (const follower of this.#followers) follower();
    this.#hash = hash;
    this.navigationCount += 1;
    this.#restated = undefined;
  }

  #isBlocked(go: () => void): boolean {
    return this.#navigationGuards.some((guard) => guard(go));
  }
}

/** The page that will be shown, and its moment. */
interface Arrival extends Pick<Shown, 'asOf'> {
  segments: readonly string[];
}

function isSamePlace(shown: Shown, other: Shown): boolean {
  return shown.profile === other.profile && shown.scope === other.scope;
}
