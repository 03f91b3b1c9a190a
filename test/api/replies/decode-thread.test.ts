import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { decodeThread, type DecodeThread } from '#main/api/client/reply/decode-thread.ts';
import { dialects } from '#main/api/client/wire/dialect.ts';
import { seconds } from '#shared/time.ts';
import { failureOf } from '../rig.ts';

afterEach(() => vi.useRealTimers());

/** The script of a decode thread. `onMessage`: code that runs for each request; it replies with `answer(value)`. */
function threadOf(onMessage: string) {
  const script = `import { BroadcastChannel, parentPort } from 'node:worker_threads';
    let id = 0;
    const answer = (value) => {
      const json = new TextEncoder().encode(JSON.stringify(value));
      parentPort.postMessage({ id, value: { json, unreadable: 0, replyFailure: null } }, [json.buffer]);
    };
    let waiting = 0;
    parentPort.on('message', (call) => {
      if ('cancel' in call) return;
      id = call.id;
      const { bytes } = call.input;
      ${onMessage}
    });`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  return (): DecodeThread => {
    const thread = decodeThread(url);
    onTestFinished(() => thread.close());
    return thread;
  };
}
const never = new AbortController().signal;
const request = () => ({ name: null, bytes: new Uint8Array(10), dialect: dialects.documented });

test('replies are decoded one at a time for all senders', async () => {
  const open = threadOf('waiting += 1; setImmediate(() => { answer(waiting); waiting -= 1; })');
  const [one, other] = [open(), open()];
  const decoded = await Promise.all([one, other, one, other].map((thread) => thread.decode(request(), never)));
  expect(decoded.map(({ value }) => value)).toEqual([1, 1, 1, 1]);
});

test('the thread ends when its last user closes it', async () => {
  const open = threadOf('answer((waiting += 1))');
  const [one, other] = [open(), open()];
  expect(await one.decode(request(), never)).toMatchObject({ value: 1 });
  await one.close();
  await one.close();
  expect(await other.decode(request(), never)).toMatchObject({ value: 2 });
  await other.close();
  expect(await open().decode(request(), never)).toMatchObject({ value: 1 });
});

/** A broadcast channel to the threads of a test; `messageCount` counts their messages. */
function channel() {
  const name = `decode ${Math.random()}`;
  const port = new BroadcastChannel(name);
  onTestFinished(() => port.close());
  let messageCount = 0;
  port.onmessage = () => void (messageCount += 1);
  return { name, say: () => port.postMessage('go'), messageCount: () => messageCount };
}

test('a reply that was aborted while it is decoded is still finished before the next one', async () => {
  const { name, say, messageCount } = channel();
  const thread = threadOf(
    `if (waiting > 0) { answer('next'); return; }
     waiting += 1;
     const port = new BroadcastChannel('${name}');
     port.onmessage = () => { port.close(); answer('late'); };
     port.postMessage('there');`,
  )();
  const controller = new AbortController();
  const left = failureOf(thread.decode(request(), controller.signal));
  await expect.poll(messageCount).toBe(1);
  controller.abort();
  expect((await left).code).toBe('aborted');
  const next = thread.decode(request(), never);
  say();
  expect(await next).toMatchObject({ value: 'next' });
});

test('a thread that does not reply is replaced some time after its request was aborted', async () => {
  const { name, messageCount } = channel();
  const thread = threadOf(`new BroadcastChannel('${name}').postMessage('there')`)();
  const controller = new AbortController();
  const left = failureOf(thread.decode(request(), controller.signal));
  await expect.poll(messageCount).toBe(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  controller.abort();
  expect((await left).code).toBe('aborted');
  const later = new AbortController();
  const next = failureOf(thread.decode(request(), later.signal));
  await vi.advanceTimersByTimeAsync(seconds(10));
  vi.useRealTimers();
  await expect.poll(messageCount).toBe(2);
  later.abort();
  expect((await next).code).toBe('aborted');
});

test('a reply that is aborted while it waits is not decoded', async () => {
  const thread = threadOf('answer(waiting += 1)')();
  const controller = new AbortController();
  const aborted = failureOf(thread.decode(request(), controller.signal));
  controller.abort();
  expect((await aborted).code).toBe('aborted');
  expect(await thread.decode(request(), never)).toMatchObject({ value: 1 });
});

test.each([
  ['out of memory', `Object.assign(new Error('heap limit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })`, 'remote/too-large'],
  ['any other error', `new Error('broken')`, 'bug/undefined'],
])(
  'a thread that ends with %s fails with this cause, and the next reply is decoded in a new thread',
  async (_, error, failure) => {
    const thread = threadOf(`if (bytes.length === 10) throw ${error}; answer('next')`)();
    const { code, reason, cause } = await failureOf(thread.decode(request(), never));
    expect(`${code}/${reason}`).toBe(failure);
    expect(cause).toBeInstanceOf(Error);
    expect(await thread.decode({ ...request(), bytes: new Uint8Array(9) }, never)).toMatchObject({ value: 'next' });
  },
);
