import { expect, test } from 'vitest';
import { singleFlight } from '#main/services/instances/single-flight.ts';

test('a call during a run gets the result of that run', async () => {
  const run = singleFlight();
  let flights = 0;
  const work = async (): Promise<number> => ++flights;
  expect(await Promise.all([run('a', work), run('a', work), run('b', work)])).toEqual([1, 1, 2]);
  expect(await run('a', work)).toBe(3);
});

test('the work is aborted when the last caller has aborted', async () => {
  const run = singleFlight();
  const first = new AbortController();
  const second = new AbortController();
  let seen: AbortSignal | undefined;
  const work = (signal: AbortSignal): Promise<string> => {
    seen = signal;
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  };
  const answers = [run('a', work, first.signal), run('a', work, second.signal)];
  const settled = Promise.allSettled(answers);
  first.abort();
  expect(seen?.aborted).toBe(false);
  second.abort();
  expect(seen?.aborted).toBe(true);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a call after all callers have aborted starts a new run', async () => {
  const run = singleFlight();
  const gone = new AbortController();
  const left = run('a', () => new Promise<string>(() => undefined), gone.signal);
  void left;
  gone.abort();
  expect(await run('a', async () => 'anew')).toBe('anew');
});
