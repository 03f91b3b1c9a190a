import { Failure } from '#shared/errors.ts';
import { isFresh, type CachedState, type Work } from './engine-context.ts';
import { resourcesOf } from '../operation-kit/resources.ts';
import type { State, Operation, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';

/**
 * The known state of a resource before a write. `readAt` null: not known. `state` null with a time: it does not exist.
 */
export interface StateBefore {
  state: State | null;
  readAt: number | null;
  /** Why the resource could not be read. */
  failure: Failure | null;
}

const unknownState: StateBefore = { state: null, readAt: null, failure: null };

/**
 * The state of a resource: its cached `copy` if it is recent and not older than one of our own writes, else by
 * GET. If the GET fails, the old copy is used for the draft; the resource is read again before the write is sent.
 * `shared`: see `ReadContext`. Fails: `aborted`.
 */
export async function readBefore(
  operation: Operation | undefined,
  write: Write,
  { target, context: { clock, operations, recentWrites }, signal }: Work,
  { copy = null, shared }: { copy?: CachedState | null } & Pick<ReadContext, 'shared'> = {},
): Promise<StateBefore> {
  const isOld = (at: number): boolean =>
    recentWrites.isWrittenAfter(target.profile.url, resourcesOf(write, operations), at);
  if (copy !== null && isFresh(copy.fetchedAt, clock.now()) && !isOld(copy.fetchedAt)) {
    return { state: copy.state, readAt: copy.fetchedAt, failure: null };
  }
  if (operation?.read === undefined) return unknownState;
  try {
    const state = await operation.read(write, { send: target.read, signal, shared });
    return { state, readAt: clock.now(), failure: null };
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = Failure.from(thrown);
    if (failure.code === 'aborted' || failure.code === 'bug') throw failure;
    return copy === null ? { ...unknownState, failure } : { state: copy.state, readAt: copy.fetchedAt, failure: null };
  }
}
