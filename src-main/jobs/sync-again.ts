import type { Repair } from '#main/services/instances/instance-cache.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import { offTest } from '#main/services/setup/setup-places.ts';
import type { StateTables } from '#main/services/state-tables.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { collections, isCollection } from '#shared/contract/collections.ts';

interface Needs {
  jobs: { startByItself(kind: string, profileId: string, input?: JobInput): void };
  state: Pick<StateTables, 'catalogue' | 'setups'> & { jobs: { list(options: { limit: number }): Job[] } };
  profileId: string;
  /** What the damaged cache had synced; null: not known. */
  synced: Repair['lists'];
}

const kinds = ['users.crawl', 'lists.crawl'];
/** Lists that lost nothing are synced as well, but at most this many. */
const mostWhole = 12;

/**
 * Sync again what a cache had synced before it was damaged: every list that lost records, and the most recently synced
 * ones of the others, except for what is switched off. If `synced` is null, the stored jobs of the profile are repeated.
 */
export function syncAgain({ jobs, state, profileId, synced }: Needs): void {
  const isOff = (collection: string, scope: Scope): boolean => offTest(state, profileId, collection)(scope);
  if (synced === null) {
    const done = state.jobs
      .list({ limit: 500 })
      .filter((job) => job.profileId === profileId && kinds.includes(job.kind));
    const different = new Map(done.map(({ kind, input }) => [JSON.stringify([kind, input]), { kind, input }]));
    for (const { kind, input } of different.values()) {
      if (!isOff(input['collection'] ?? 'users', input['scope'] ?? '')) jobs.startByItself(kind, profileId, input);
    }
    return;
  }
  const whole = synced.filter(({ isWhole }) => isWhole).slice(0, mostWhole);
  for (const { collection, scope } of [...synced.filter(({ isWhole }) => !isWhole), ...whole]) {
    if (!isCollection(collection) || isOff(collection, scope)) continue;
    if (collections[collection].sync === 'windows') jobs.startByItself('users.crawl', profileId);
    else jobs.startByItself('lists.crawl', profileId, { collection, scope });
  }
}
