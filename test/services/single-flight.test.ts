import { expect, test } from 'vitest';
import { singleFlight } from '#main/services/instances/single-flight.ts';

test('whoever asks during a flight gets its answer', async () => {
  const run = singleFlight();
  let flights = 0;
  const work = async (): Promise<number> => ++flights;
  expect(await Promise.all([run('a', work), run('a', work), run('b', work)])).toEqual([1, 1, 2]);
  expect(await run('a', work)).toBe(3);
});

test('the work is aborted only when the last one who asked has gone', async () => {
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

test('who asks after everybody left starts anew', async () => {
  const run = singleFlight();
  const gone = new AbortController();
  const left = run('a', () => new Promise<string>(() => undefined), gone.signal);
  void left;
  gone.abort();
  expect(await run('a', async () => 'anew')).toBe('anew');
});
