import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemNetwork } from '#main/hosts/machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the network is watched only while there is a listener', () => {
  const network = systemNetwork();
  expect(vi.getTimerCount()).toBe(0);
  const ends = [network.onChange(() => undefined), network.onChange(() => undefined)];
  expect(vi.getTimerCount()).toBe(1);
  ends[0]?.();
  expect(vi.getTimerCount()).toBe(1);
  ends[1]?.();
  expect(vi.getTimerCount()).toBe(0);
});
