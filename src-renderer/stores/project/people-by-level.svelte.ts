import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { ShownToSync } from '../sync-opened.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';
import type { RowOf } from '../lists/collection-client.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Maximum people that are shown. */
const mostPeople = 50;

/** The cached members of a project with at least an access level, those with the highest level first. */
export class PeopleByLevel {
  /** Undefined: not loaded yet. */
  people = $state.raw<readonly RowOf<'members'>[]>();
  total = $state(0);
  /** Null: the members were never synced. */
  syncedAt = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** The list of members, for the panel to sync. */
  readonly list: ShownToSync;
  readonly #session: Session;
  readonly #scope: Scope;
  readonly #leastLevel: number;

  constructor(session: Session, scope: Scope, leastLevel: number) {
    this.list = { collection: 'members', scope, since: null };
    this.#session = session;
    this.#scope = scope;
    this.#leastLevel = leastLevel;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [this.#session.client.members.changed(touch)],
    );
  }

  async #load(): Promise<void> {
    const { members } = this.#session.client;
    const query = {
      scope: this.#scope,
      filter: { access_level_min: this.#leastLevel },
      sort: { by: 'access_level', direction: 'desc' },
    } as const;
    try {
      const [{ completedAt }, { rows, total }] = await Promise.all([
        members.summary({ scope: this.#scope }),
        members.list({ query, slice: { from: 0, count: mostPeople } }),
      ]);
      this.syncedAt = completedAt;
      this.total = total;
      this.people = rows.map(({ row }) => row);
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}
