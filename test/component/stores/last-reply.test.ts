import { expect, test } from 'vitest';
import { LastReply } from '../../../src-renderer/stores/loading/last-reply.svelte.ts';
import { NewestCall } from '../../../src-renderer/stores/loading/newest-call.svelte.ts';
import type { Stores } from '../../../src-renderer/stores/context.ts';
import { Failure } from '#shared/errors.ts';

/** A source of events. */
function source() {
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { listeners, listen, emit: () => listeners.forEach((listener) => listener()) };
}

/** A request to which the test replies. */
function rig(options: ConstructorParameters<typeof LastReply>[3]) {
  const [connection, changes, profiles] = [source(), source(), source()];
  const client = { profiles: { changed: profiles.listen } };
  const session = { client, onConnected: connection.listen } as unknown as Stores['session'];
  const calls: PromiseWithResolvers<string>[] = [];
  const ask = (): Promise<string> => {
    const call = Promise.withResolvers<string>();
    calls.push(call);
    return call.promise;
  };
  const reply = new LastReply(session, ask, [{ changed: changes.listen }], { everyMs: 0, ...options });
  const end = reply.follow();
  const answer = async (at: number, value: string): Promise<void> => {
    calls[at]?.resolve(value);
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { reply, calls, connection, changes, profiles, end, answer };
}

test('a reply that arrives after a newer call was made is dropped', async () => {
  const { reply, connection, calls, answer } = rig({});
  connection.emit();
  void reply.load();
  await answer(1, 'new');
  await answer(0, 'old');
  expect([reply.value, reply.isLoading, calls.length]).toEqual(['new', false, 2]);
});

test('after another instance is opened, a reply of the previous instance is neither kept nor shown', async () => {
  const { reply, connection, profiles, changes, answer } = rig({ onProfileChange: 'forget' });
  connection.emit();
  await answer(0, 'first');
  changes.emit();
  profiles.emit();
  expect(reply.value).toBeUndefined();
  await answer(1, 'first, again');
  expect(reply.value).toBeUndefined();
  await answer(2, 'second');
  expect(reply.value).toBe('second');
});

test('after a failure, the earlier reply stays until the next reply; ending removes all listeners', async () => {
  const { reply, connection, changes, profiles, calls, answer, end } = rig({ onProfileChange: 'reload' });
  connection.emit();
  await answer(0, 'first');
  changes.emit();
  calls[1]?.reject(new Failure('denied', 'no'));
  await answer(1, '');
  expect([reply.value, reply.failure?.code]).toEqual(['first', 'denied']);
  end();
  expect([connection, changes, profiles].map(({ listeners }) => listeners.size)).toEqual([0, 0, 0]);
});

test('an aborted call does not count as a failure, and its reply is dropped', async () => {
  const call = new NewestCall<string>();
  const pending = Promise.withResolvers<string>();
  const sent = call.send((signal) => {
    signal.addEventListener('abort', () => pending.reject(new Failure('aborted', 'aborted')));
    return pending.promise;
  });
  expect(call.isLoading).toBe(true);
  call.abort();
  expect(await sent).toBe(false);
  expect([call.value, call.failure, call.isLoading]).toEqual([undefined, null, false]);
});
