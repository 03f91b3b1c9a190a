import type { Clock } from '#main/ports.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { aborted } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';

interface Needs {
  instanceOf: (profileId: string) => Promise<Pick<Instance, 'reader' | 'store'>>;
  /** The path of a project, if it is known. */
  pathOf: (profileId: string, scope: Scope) => string | null;
  clock: Clock;
  onFailed: (why: unknown) => void;
}

/** Changes that arrive within this time are handled together. */
const soonMs = 300;
/** The shortest time between two comparisons of all webhooks. */
const sweepMs = seconds(5);

const collection = 'webhooks';
const everyRow = allOf(wholeList(null, { notReturned: 'show' }));

/** Stores the path of the project in each cached webhook, so that a search finds webhooks by it. */
export function projectPaths({ instanceOf, pathOf, clock, onFailed }: Needs) {
  const waiting = new Set<string>();
  const sweptAt = new Map<string, number>();
  const ended = new AbortController();

  async function sweep(profileId: string): Promise<void> {
    const { reader, store } = await instanceOf(profileId);
    for await (const piece of reader.lists(collection).rows(everyRow)) {
      const changes = piece.flatMap(({ row, scope, id }) => {
        const path = pathOf(profileId, scope);
        const isSame = path === null || path === row.project_path;
        return isSame ? [] : [{ at: { collection, scope, id }, fields: { project_path: path }, now: clock.now() }];
      });
      if (changes.length > 0) await store.putFieldsOfRows({ changes });
    }
  }

  async function sweepLater(profileId: string): Promise<void> {
    const sinceMs = clock.now() - (sweptAt.get(profileId) ?? Number.NEGATIVE_INFINITY);
    await clock.sleep(sinceMs >= 0 && sinceMs < sweepMs ? sweepMs - sinceMs : soonMs, ended.signal);
    waiting.delete(profileId);
    sweptAt.set(profileId, clock.now());
    await sweep(profileId);
  }

  return {
    /** Call when webhooks or paths of projects have changed. */
    changed(profileId: string): void {
      if (waiting.has(profileId)) return;
      waiting.add(profileId);
      sweepLater(profileId).catch((thrown: unknown) => {
        if (!ended.signal.aborted) onFailed(thrown);
      });
    },
    close(): void {
      ended.abort(aborted());
    },
  };
}
