import { EventEmitter } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endOnFailure } from './end-on-failure.ts';

function rig(close: () => Promise<void>) {
  const failing = new EventEmitter();
  const lines: [string, unknown][] = [];
  const exits: unknown[] = [];
  const ended = Promise.withResolvers<void>();
  const write = (event: string, fields?: Record<string, unknown>) => void lines.push([event, fields?.['message']]);
  endOnFailure({
    log: { info: write, warn: write, error: write },
    close,
    exit: (thrown) => {
      exits.push(thrown);
      ended.resolve();
    },
    failing,
  });
  return { failing, lines, exits, ended: ended.promise };
}

test('the first failure that no code handles closes Reeve once; later ones are only written to the log', async () => {
  let closed = 0;
  const closing = Promise.withResolvers<void>();
  const { failing, lines, exits, ended } = rig(() => {
    closed += 1;
    return closing.promise;
  });
  const [first, second] = [new Error('first'), new Error('second')];
  failing.emit('unhandledRejection', first);
  await Promise.resolve();
  failing.emit('uncaughtException', second);
  expect([closed, exits]).toEqual([1, []]);
  closing.resolve();
  await ended;
  expect([closed, exits]).toEqual([1, [first]]);
  expect(lines).toEqual([
    ['ended by a failure', 'first'],
    ['failure while ending', 'second'],
  ]);
});

test('Reeve also ends if closing fails or takes longer than five seconds, and the log says so', async () => {
  const broken = new Error('the disk is full');
  const failed = rig(() => Promise.reject(broken));
  failed.failing.emit('uncaughtException', new Error('first'));
  await failed.ended;
  expect(failed.lines[1]).toEqual(['not closed', 'the disk is full']);

  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const hanging = rig(() => new Promise(() => undefined));
  hanging.failing.emit('uncaughtException', 'text');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(hanging.exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(hanging.exits).toEqual(['text']);
  expect(hanging.lines.map(([event]) => event)).toEqual(['ended by a failure', 'not closed']);
});
