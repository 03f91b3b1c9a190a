import { expect, test, vi } from 'vitest';
import { batchedWire } from './batched-wire.ts';

/** A wire whose other end is the test. */
function openWire() {
  let arrive = (_: string): void => undefined;
  let close = (): void => undefined;
  const wire = batchedWire({
    send: () => undefined,
    onText: (listener) => (arrive = listener),
    onClose: (listener) => (close = listener),
  });
  return { wire, arrive: (text: string) => arrive(text), close: () => close() };
}

const a = '{"t":"ok","id":1}';
const b = '{"t":"failed","id":2,"failure":{}}';
const event = '{"t":"event","section":"host","name":"changed"}';

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('replies that have arrived are passed on together and in order, and an event is passed on separately', async () => {
  const { wire, arrive, close } = openWire();
  const seen: string[] = [];
  wire.onText((text) => {
    seen.push(text);
    queueMicrotask(() => seen.push(`after ${text}`));
  });
  arrive(a);
  arrive(b);
  expect(seen).toEqual([]);
  await nextTask();
  expect(seen).toEqual([a, b, `after ${a}`, `after ${b}`]);
  arrive(event);
  arrive(b);
  await nextTask();
  expect(seen.slice(4)).toEqual([event, `after ${event}`, b, `after ${b}`]);
  close();
});

test('replies are passed on separately if they are too long together', async () => {
  const { wire, arrive, close } = openWire();
  const seen: string[] = [];
  wire.onText((text) => {
    seen.push(text.slice(0, 17));
    queueMicrotask(() => seen.push('task'));
  });
  const long = `{"t":"ok","id":3,"value":"${'x'.repeat(100_000)}"}`;
  for (const text of [a, b, long, a]) arrive(text);
  await nextTask();
  expect(seen).toEqual([
    a.slice(0, 17),
    b.slice(0, 17),
    'task',
    'task',
    long.slice(0, 17),
    'task',
    a.slice(0, 17),
    'task',
  ]);
  close();
});

test('code that waits for a reply gets it before an event that arrived later', async () => {
  const { wire, arrive, close } = openWire();
  const { promise: reply, resolve } = Promise.withResolvers<string>();
  let state = '';
  wire.onText((text) => (text === a ? resolve('older') : (state = 'newer')));
  const loaded = reply.then(async (value) => {
    await Promise.resolve();
    state = value;
  });
  arrive(a);
  arrive(event);
  await loaded;
  await nextTask();
  expect(state).toBe('newer');
  close();
});

test('the last texts are passed on before the wire closes', () => {
  const { wire, arrive, close } = openWire();
  const seen: string[] = [];
  wire.onText((text) => seen.push(text));
  wire.onClose(() => seen.push('closed'));
  arrive(a);
  close();
  expect(seen).toEqual([a, 'closed']);
});

test('a listener that throws still gets the next text', () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (thrown: unknown) => reported.push(thrown));
  const { wire, arrive, close } = openWire();
  const seen: string[] = [];
  wire.onText((text) => {
    if (text === a) throw new Error('not readable');
    seen.push(text);
  });
  wire.onClose(() => undefined);
  arrive(a);
  arrive(b);
  close();
  expect(seen).toEqual([b]);
  expect(reported).toHaveLength(1);
  vi.unstubAllGlobals();
});
