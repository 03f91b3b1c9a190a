import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadOnChanges } from './load-on-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A source of events, and whether it has a listener. */
function source() {
  let listener: (() => void) | undefined;
  return {
    emit: () => listener?.(),
    hasListener: () => listener !== undefined,
    listen: (next: () => void) => {
      listener = next;
      return () => (listener = undefined);
    },
  };
}

function rig() {
  const connection = source();
  const change = source();
  const load = vi.fn(async () => undefined);
  const end = loadOnChanges({ onConnected: connection.listen }, load, (touch) => [change.listen(touch)]);
  return { connection, change, load, end };
}

test('data is loaded after a connection and after a change, at most once per second', async () => {
  const { connection, change, load } = rig();
  expect(load).not.toHaveBeenCalled();
  connection.emit();
  expect(load).toHaveBeenCalledTimes(1);
  change.emit();
  change.emit();
  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledTimes(2);
});

test('nothing is loaded after the end, also not for a change before it', async () => {
  const { connection, change, load, end } = rig();
  connection.emit();
  change.emit();
  end();
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledTimes(1);
  expect([connection.hasListener(), change.hasListener()]).toEqual([false, false]);
});
