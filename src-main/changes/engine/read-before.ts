import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import { rowOf } from './cache-effects.ts';
import { isFresh, type Target, type EngineContext } from './engine-context.ts';
import { thingsOf } from '../operation-kit/resources.ts';
import type { State, Operation } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';

/** What is known of a thing before it is written. `readAt` null: nothing; `state` null with a moment: it is not there. */
export interface Before {
  state: State | null;
  readAt: number | null;
  /** Why it could not be read. */
  failure: Failure | null;
}

const nothing: Before = { state: null, readAt: null, failure: null };

/**
 * The thing as it is: the cached copy where it is young enough, else by GET. Without a network an old copy serves, and is
 * read again before anything is sent; so is a copy from before one of our own writes. Fails: `aborted`.
 */
export async function readBefore(
  operation: Operation | undefined,
  write: Write,
  target: Target,
  { clock, operations, written }: Pick<EngineContext, 'clock' | 'operations' | 'written'>,
  signal: AbortSignal,
  { mayBeCached = true, scope = '' }: { mayBeCached?: boolean; scope?: Scope } = {},
): Promise<Before> {
  const row = mayBeCached ? rowOf(write, operation) : null;
  const copy = row === null ? null : await target.cached({ ...row, scope });
  const isOld = (at: number): boolean => written.isOlder(target.profile.url, thingsOf(write, operations), at);
  if (copy !== null && isFresh(copy.fetchedAt, clock.now()) && !isOld(copy.fetchedAt)) {
    return { state: copy.state, readAt: copy.fetchedAt, failure: null };
  }
  if (operation?.read === undefined) return nothing;
  try {
    const state = await operation.read(write, { send: target.read, signal });
    return { state, readAt: clock.now(), failure: null };
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = Failure.from(thrown);
    if (failure.code === 'aborted' || failure.code === 'bug') throw failure;
    return copy === null ? { ...nothing, failure } : { state: copy.state, readAt: copy.fetchedAt, failure: null };
  }
}
