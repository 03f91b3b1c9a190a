import type { ListQuery, Scope } from '#shared/contract/collection.ts';
import type { AccessTokenFilter, Horizon } from '#shared/contract/access-tokens.ts';
import type { Clock } from '#main/ports.ts';
import type { archive } from '#main/state/archive.ts';
import { toIso } from '#shared/time.ts';
import { z } from 'zod';
import { dayOf, horizonOf } from './access-tokens-horizon.ts';
import type { Instance } from '../instances/instance.ts';

const collection = 'accessTokens';

interface Needs {
  archive: ReturnType<typeof archive>;
  clock: Clock;
}

/** As the archive keeps it: what was last told of a token, and whether the platform had stopped to list it. */
const KeptToken = z.object({ token: z.record(z.string(), z.unknown()), isGone: z.boolean() });

/** What tokens have beside the verbs of every list: the horizon, and a memory longer than the platform's. */
export function accessTokens({ archive, clock }: Needs) {
  const restored = new WeakMap<Instance, Promise<void>>();

  /**
   * Put tokens that the platform forgot, and that a deleted cache has lost, back into the mirror, as gone ones; so that
   * they are found, filtered and exported as all others. Once for an opened instance.
   */
  function restoreOnce(instance: Instance): Promise<void> {
    let done = restored.get(instance);
    if (done === undefined) {
      done = restore(instance).catch((thrown: unknown) => {
        restored.delete(instance);
        throw thrown;
      });
      restored.set(instance, done);
    }
    return done;
  }

  async function restore(instance: Instance): Promise<void> {
    const { profile, reader, store } = instance;
    const kept = archive.latest(profile.id, collection);
    if (kept.length === 0) return;
    const cached = new Set<string>();
    for await (const piece of reader.lists(collection).rows(everything(null, {}, 'show'))) {
      for (const { scope, id } of piece) cached.add(`${scope} ${id}`);
    }
    for (const { scope, id, at, row } of kept) {
      const read = KeptToken.safeParse(row);
      if (cached.has(`${instance.scopeOf(scope)} ${id}`) || !read.success) continue;
      await store.put({ collection, scope }, id, read.data.token, at);
      await store.markGone({ collection, scope }, id, at);
    }
  }

  return {
    /** The verbs for one instance. */
    servicesOf: (open: () => Instance) => ({
      horizon: async ({ scope }: { scope: Scope | null }, signal: AbortSignal): Promise<Horizon> => {
        const instance = open();
        await restoreOnce(instance);
        return horizonOf(instance.reader, scope, clock.now(), signal);
      },
    }),

    /** A list of tokens was read (null: of every group): what has ended in it, or is gone, is kept for ever. */
    async keep({ profile, reader }: Instance, scope: Scope | null): Promise<void> {
      const now = clock.now();
      const ended: [AccessTokenFilter, ListQuery['gone']][] = [
        [{}, 'only'],
        [{ expires_before: toIso(dayOf(now) + 1) }, 'hide'],
        [{ state: 'inactive' }, 'hide'],
      ];
      for (const [filter, gone] of ended) {
        for await (const piece of reader.lists(collection).rows(everything(scope, filter, gone))) {
          const rows = piece.map(({ scope: at, id, row }) => ({
            scope: at,
            id,
            row: { token: row, isGone: gone === 'only' },
          }));
          archive.keep(profile.id, collection, rows, now);
        }
      }
    },
  };
}

function everything(scope: Scope | null, filter: AccessTokenFilter, gone: ListQuery['gone']) {
  const query = { scope, search: '', filter, sort: { by: 'id', direction: 'asc' as const }, gone };
  return { kind: 'all' as const, query, except: [] };
}
