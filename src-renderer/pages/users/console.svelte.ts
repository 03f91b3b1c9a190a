import { UserSort, type UserFilterName, type UserQuery, type UserSelection } from '#shared/contract/users.ts';
import { users as words } from '#shared/text/en/users.ts';
import { attempt } from '../../components/attempt.ts';
import { ColumnModel } from '../../components/grid/columns.svelte.ts';
import { GridPlace } from '../../components/grid/place.svelte.ts';
import { Selection } from '../../components/grid/selection.svelte.ts';
import { outlivingThePage } from '../../console/outliving.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { SavedViews } from '../../stores/saved-views.svelte.ts';
import { UserDetail } from '../../stores/users-detail.svelte.ts';
import { ServerFilters } from '../../stores/users-filters.svelte.ts';
import { Users } from '../../stores/users.svelte.ts';
import { userColumns } from './columns.ts';
import { isSameView, key } from './views.ts';

/** How long typing rests before the list is asked again while it still answers what was typed before. */
const typingMs = 30;
const placesKept = 30;
const tableName = 'users';

/** Everything that the Users console remembers while its page is away: query, rows, selection, columns, places. */
export class UsersConsole {
  readonly users: Users;
  readonly filters: ServerFilters;
  readonly views: SavedViews;
  readonly detail: UserDetail;
  readonly selection = new Selection();
  readonly columns: ColumnModel;
  /** The user in the side panel. */
  panelId = $state<number>();
  /** What stands in the filter field; the query follows it. */
  typed = $state('');
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- looked up when the query changes, which is what is reactive
  readonly #places = new Map<string, GridPlace>();
  /** Nobody has asked for anything yet. */
  #isUntouched = true;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor({ session, jobs, preferences, profiles, cachedUsers }: Stores) {
    this.users = new Users(session, cachedUsers, () => jobs.isCrawling(profiles.openId));
    this.filters = new ServerFilters(session);
    this.views = new SavedViews(session, 'users');
    this.detail = new UserDetail(session);
    this.columns = new ColumnModel(userColumns, (layout) => {
      void attempt(() => preferences.setTable(tableName, layout), words.layoutNotKept);
    });
    this.restore(preferences.table(tableName));
    void this.users.show(this.#withSort(this.users.query));
  }

  /** Take over what this table remembers, which may come later than the page. */
  restore(remembered: unknown): void {
    this.columns.restore(remembered);
    const sorted = this.#withSort(this.users.query);
    if (this.#isUntouched && key(sorted) !== key(this.users.query)) void this.users.show(sorted);
  }

  /** Sort, and remember it for the next time. */
  sortBy(sort: { by: string; direction: 'asc' | 'desc' }): void {
    this.columns.sortBy(sort);
    void this.show(this.#withSort(this.users.query));
  }

  /** Where the person was in a query, new for a new one. */
  placeOf(query: UserQuery): GridPlace {
    const name = key(query);
    const place = this.#places.get(name) ?? new GridPlace();
    this.#places.delete(name);
    this.#places.set(name, place);
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= placesKept) break;
      this.#places.delete(oldest);
    }
    return place;
  }

  /** Show another query. "All that match" would then be others, so such a selection ends; named rows stay chosen. */
  show(query: UserQuery): Promise<void> {
    clearTimeout(this.#typing);
    this.#isUntouched = false;
    if (this.selection.isAll && !isSameView(query, this.users.query, false)) this.selection.clear();
    if (query.search !== this.typed.trim()) this.typed = query.search;
    return this.users.show(query, this.placeOf(query).topIndex);
  }

  /** What a person types is asked for at once; letters that come faster than answers are asked for together. */
  type(text: string): void {
    this.typed = text;
    clearTimeout(this.#typing);
    if (this.users.source.isAsking) this.#typing = setTimeout(() => this.#search(text.trim()), typingMs);
    else this.#search(text.trim());
  }

  /** Ask for what was typed without waiting for more letters. */
  askNow(): void {
    clearTimeout(this.#typing);
    this.#search(this.typed.trim());
  }

  #search(search: string): void {
    if (search !== this.users.query.search) void this.show({ ...this.users.query, search });
  }

  /** Have the instance answer one of the filters that are set, and show what it says. */
  async ask(name: UserFilterName): Promise<void> {
    await this.filters.ask(this.users.query.filter, name);
    await this.users.source.reread();
  }

  /** The chosen rows as the core is asked for them. */
  get chosen(): UserSelection {
    const { chosen } = this.selection;
    return chosen.kind === 'ids' ? chosen : { ...chosen, query: this.users.query };
  }

  #withSort(query: UserQuery): UserQuery {
    const read = UserSort.safeParse(this.columns.sort);
    return read.success ? { ...query, sort: read.data } : query;
  }

  /** Follow what changes while the page is on show. */
  follow(): () => void {
    const ends = [this.users.follow(), this.views.follow()];
    return () => ends.forEach((end) => end());
  }
}

interface Held {
  profileId: string | null;
  desk: UsersConsole;
  end: () => void;
}
const consoles = new WeakMap<Stores, Held>();

/** The console of the open profile: the same one each time, a new one for another profile. */
export function usersConsole(stores: Stores, profileId: string | null): UsersConsole {
  const held = consoles.get(stores);
  if (held?.profileId === profileId) return held.desk;
  held?.end();
  const made = outlivingThePage(() => new UsersConsole(stores));
  consoles.set(stores, { profileId, ...made });
  return made.desk;
}
