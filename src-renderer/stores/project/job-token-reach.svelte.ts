import type { AllowlistEntry, JobTokenReach, ProjectReach } from '#shared/contract/job-token-reach.ts';
import type { Detail } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { ListRow } from '../lists/collection-client.ts';
import { onEndedPlans } from '../loading/ended-plans.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { syncAfterChange } from '../lists/sync-to-end.ts';
import { syncEverywhere, syncList } from '../lists/sync-jobs.ts';
import { WindowSource } from '../lists/window-source.svelte.ts';

/** The lists of a project that define which job tokens it accepts. */
export const jobTokenLists = ['jobTokenScope', 'jobTokenProjects', 'jobTokenGroups'] as const;

/**
 * Where job tokens give access from and to one project, from the cache. An added entry has only its ID until the next
 * sync of the lists.
 */
export class ReachOfProject extends LastReply<JobTokenReach> {
  /** Null until loaded. */
  reach = $derived(this.value ?? null);
  readonly #scope: Scope;
  #search = '';

  constructor(session: Session, scope: Scope) {
    const { client } = session;
    const additions = onEndedPlans(session, 'job-token-scope.add', () => {
      if (this.reach?.syncedAt === null) return;
      for (const name of jobTokenLists) void syncAfterChange(session, name, scope);
    });
    const sections = [...jobTokenLists.map((name) => client[name]), client.catalogue, additions];
    super(session, () => client.jobTokenReach.get({ scope, search: this.#search }), sections);
    this.#scope = scope;
  }

  search(text: string): Promise<void> {
    this.#search = text;
    return this.load();
  }

  /** The stored fields of an entry of the allowlist. Null: it is no longer stored. */
  entry({ kind, id }: Pick<AllowlistEntry, 'kind' | 'id'>): Promise<Detail<ListRow>> {
    const name = kind === 'group' ? 'jobTokenGroups' : 'jobTokenProjects';
    return this.session.client[name].get({ scope: this.#scope, id });
  }

  /** Start the sync of the lists of this project. Fails: as `jobs.sync`. */
  async sync(): Promise<void> {
    for (const name of jobTokenLists) await syncList(this.session, name, this.#scope);
  }
}

/** Start the sync of the lists of all known projects. Fails: as `jobs.everywhere`. */
export async function syncAllowlists(session: Session): Promise<void> {
  for (const name of jobTokenLists) await syncEverywhere(session, name);
}

/** The allowlists of all known projects, from one reply. `select`: the rows that match a query, in its order. */
export class AllowlistsOfProjects<Query> extends LastReply<readonly ProjectReach[]> {
  readonly source: WindowSource<ProjectReach, Query>;

  constructor(session: Session, select: (rows: readonly ProjectReach[], query: Query) => readonly ProjectReach[]) {
    const { client } = session;
    const sources = [...jobTokenLists.map((name) => client[name]), client.catalogue, client.journal];
    super(session, async (signal) => (await client.jobTokenReach.all({}, signal)).rows, sources);
    const find = (query: Query, { from, count }: { from: number; count: number }) => {
      const found = select(this.value ?? [], query);
      return { total: found.length, from, rows: found.slice(from, from + count) };
    };
    this.source = new WindowSource({
      list: (query, slice) => Promise.resolve({ ...find(query, slice), isCapped: false, revision: 0, queryMs: 0 }),
      ids: (query, from, count) => Promise.resolve(find(query, { from, count }).rows.map(({ key }) => key)),
      idOf: ({ key }) => key,
    });
  }

  override async load(): Promise<void> {
    await super.load();
    await this.source.reload();
  }
}
