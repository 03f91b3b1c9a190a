import { untrack } from 'svelte';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { MomentReply, PastList } from '../lists/past-list.svelte.ts';
import type { Route } from '../window/route.svelte.ts';

/** Pages that show only the present, by the first segment of their path. */
const ofThePresent: ReadonlySet<string> = new Set([
  ...['overview', 'activity', 'changes', 'access', 'catalogue', 'coverage', 'explorer', 'settings'],
  'notification-settings',
  ...['dependency-exports', 'imports', 'job-tokens', 'profiles', 'about', 'diagnostics', 'open', 'connect'],
]);
/** The same for pages of a project or group, by the segment of their tab. */
const tabsOfThePresent: ReadonlySet<string> = new Set([
  ...['home', 'summary', 'code', 'releases', 'dependency-exports', 'wiki', 'notifications', 'access/notifications'],
]);

/**
 * The moment that the window shows. It is part of the address.
 * Decision: build/decisions/0047-history-is-recorded-with-the-rows.md
 */
export class Moment {
  /** In epoch ms; null: the present. */
  at = $state.raw<number | null>(null);
  /** The moment of the page, in epoch ms; null: the page shows the present, although `at` may be in the past. */
  ofPage = $state.raw<number | null>(null);
  /** The list of the page in the past. */
  list = $state.raw<PastList | null>(null);
  readonly #session: Session;
  readonly #route: Pick<Route, 'navigate' | 'path' | 'query'>;
  #followers: readonly (() => void)[] = [];

  constructor(session: Session, route: Pick<Route, 'navigate' | 'path' | 'query' | 'onArrival'>) {
    this.#session = session;
    this.#route = route;
    route.onArrival(({ asOf, segments: [page = '', , tab = '', part] }) => {
      const isPlace = page === 'p' || page === 'g';
      const isPresent = isPlace
        ? tabsOfThePresent.has(tab) || tabsOfThePresent.has(`${tab}/${part}`)
        : ofThePresent.has(page);
      const isSame = untrack(() => this.at) === asOf;
      this.at = asOf;
      this.ofPage = isPresent ? null : asOf;
      // Before the new page sends its calls
      session.asOf = this.ofPage;
      if (!isSame) for (const follower of this.#followers) follower();
    });
  }

  /** Show this page at another moment, in epoch ms; null: now. The next full second is shown, which includes the moment. */
  goTo(at: number | null): void {
    const { path, query } = this.#route;
    const asOf = at === null ? null : Math.ceil(at / seconds(1)) * seconds(1);
    this.#route.navigate(query.size === 0 ? path : `${path}?${query}`, { asOf });
  }

  /** What is known about a moment, in epoch ms, in all lists. */
  factsAt(at: number, signal: AbortSignal): Promise<MomentReply> {
    return this.#session.client.history.moment({ at, collection: null, scope: null }, signal);
  }

  /** Make calls that ask for the moment of the window, also on a page that shows the present. */
  read<T>(call: () => T): T {
    const { asOf } = this.#session;
    this.#session.asOf = untrack(() => this.at);
    try {
      return call();
    } finally {
      this.#session.asOf = asOf;
    }
  }

  /** Call `follower` when another moment is shown, until the returned function is called. */
  changed(follower: () => void): () => void {
    this.#followers = [...this.#followers, follower];
    return () => void (this.#followers = this.#followers.filter((other) => other !== follower));
  }
}
