import type { AllowlistEntry, JobTokenReach } from '#shared/contract/job-token-reach.ts';
import type { Detail } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { ListRow } from '../lists/collection-client.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';
import { syncEverywhere, syncList } from '../lists/sync-jobs.ts';

/** The lists of a project that define which job tokens it accepts. */
export const jobTokenLists = ['jobTokenScope', 'jobTokenProjects', 'jobTokenGroups'] as const;

/** Who can use a job token where, for one project, from the cache. */
export class ReachOfProject {
  /** Null until loaded. */
  reach = $state.raw<JobTokenReach | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;
  #search = '';
  #loads = 0;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  /** Subscribe until the returned function is called. An added entry has only its ID until the lists are synced again. */
  follow(): () => void {
    const { client } = this.#session;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [
        ...jobTokenLists.map((name) => client[name].changed(touch)),
        client.catalogue.changed(touch),
        client.changes.changed(({ plans }) => {
          const isAdding = plans.some(
            ({ ops, state }) => state === 'done' && ops.some((op) => op.startsWith('job-token-scope.add')),
          );
          if (isAdding && this.reach?.syncedAt !== null) void this.sync().catch(() => undefined);
        }),
      ],
    );
  }

  search(text: string): Promise<void> {
    this.#search = text;
    return this.#load();
  }

  /** The stored fields of an entry of the allowlist. Null: it is no longer stored. */
  entry({ kind, id }: Pick<AllowlistEntry, 'kind' | 'id'>): Promise<Detail<ListRow>> {
    const name = kind === 'group' ? 'jobTokenGroups' : 'jobTokenProjects';
    return this.#session.client[name].get({ scope: this.#scope, id });
  }

  /** Start the sync of the lists of this project. Fails: as `jobs.sync`. */
  async sync(): Promise<void> {
    for (const name of jobTokenLists) await syncList(this.#session, name, this.#scope);
  }

  /** Start the sync of the lists of all known projects. Fails: as `jobs.everywhere`. */
  async syncAll(): Promise<void> {
    for (const name of jobTokenLists) await syncEverywhere(this.#session, name);
  }

  async #load(): Promise<void> {
    const load = ++this.#loads;
    try {
      const reach = await this.#session.client.jobTokenReach.get({ scope: this.#scope, search: this.#search });
      if (load === this.#loads) Object.assign(this, { reach, failure: null });
    } catch (thrown) {
      if (load === this.#loads) this.failure = Failure.from(thrown);
    }
  }
}
