import type { AllowlistEntry, JobTokenReach, ProjectReach } from '#shared/contract/job-token-reach.ts';
import type { Detail } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { ListRow } from '../lists/collection-client.ts';
import { onEndedPlans } from '../loading/ended-plans.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { syncAfterChange } from '../lists/sync-to-end.ts';

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
}

/** The allowlists of all known projects, in the order of the paths of the projects. */
export function allowlistsOfProjects(session: Session): LastReply<readonly ProjectReach[]> {
  const { client } = session;
  const sources = [...jobTokenLists.map((name) => client[name]), client.catalogue, client.journal];
  return new LastReply(session, async (signal) => (await client.jobTokenReach.all({}, signal)).rows, sources);
}
