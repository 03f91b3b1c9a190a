import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { cachedRowOf } from './cache-effects.ts';
import { isFresh, type TargetInstance, type EngineContext } from './engine-context.ts';
import { resourcesOf } from '../operation-kit/resources.ts';
import type { State, Operation } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';

/** What is known of a thing before it is written. `readAt` null: nothing; `state` null with a moment: it is not there. */
export interface StateBefore {
  state: State | null;
  readAt: number | null;
  /** Why it could not be read. */
  failure: Failure | null;
}

const unknownState: StateBefore = { state: null, readAt: null, failure: null };

/**
 * The thing as it is: the cached copy where it is young enough, else by GET. Without a network an old copy serves, and is
 * read again before anything is sent; so is a copy from before one of our own writes. Fails: `aborted`.
 */
export async function readBefore(
  operation: Operation | undefined,
  write: Write,
  target: TargetInstance,
  { clock, operations, recentWrites }: Pick<EngineContext, 'clock' | 'operations' | 'recentWrites'>,
  signal: AbortSignal,
  { mayBeCached = true, scope = '' }: { mayBeCached?: boolean; scope?: Scope } = {},
): Promise<StateBefore> {
  const row = mayBeCached ? cachedRowOf(write, operation) : null;
  const copy = row === null ? null : await target.cached({ ...row, scope });
  const isOld = (at: number): boolean =>
    recentWrites.isWrittenAfter(target.profile.url, resourcesOf(write, operations), at);
  if (copy !== null && isFresh(copy.fetchedAt, clock.now()) && !isOld(copy.fetchedAt)) {
    return { state: copy.state, readAt: copy.fetchedAt, failure: null };
  }
  if (operation?.read === undefined) return unknownState;
  try {
    const state = await operation.read(write, { send: target.read, signal });
    return { state, readAt: clock.now(), failure: null };
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = Failure.from(thrown);
    if (failure.code === 'aborted' || failure.code === 'bug') throw failure;
    return copy === null ? { ...unknownState, failure } : { state: copy.state, readAt: copy.fetchedAt, failure: null };
  }
}
