import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { command, event, membersOf, query, type LinkServices } from '#shared/contract/kit.ts';
import { JsonText } from '#shared/contract/json-text.ts';
import { Failure } from '#shared/errors.ts';
import { createClient } from '#shared/link/client.ts';
import { readMessage } from '#shared/link/messages.ts';
import { serve } from '#shared/link/serve.ts';
import { mostMessageChars } from '#shared/link/wire.ts';
import { until } from '../helpers/rig.ts';
import { wirePairs } from './wires.ts';

const contract = {
  birds: {
    find: query(
      z.object({ name: z.string().min(1).max(100), limit: z.number().default(5) }),
      z.object({ found: z.string() }),
    ),
    stored: query(z.undefined().optional(), z.object({ found: z.string() })),
    broken: query(z.undefined().optional(), z.object({ found: z.string() })),
    wait: query(z.undefined().optional(), z.undefined()),
    fail: command(z.object({ kind: z.enum(['failure', 'bug']) }), z.undefined()),
    sung: event(z.object({ song: z.string() })),
  },
};
const secretWords = 'SELECT * FROM tokens';

function services() {
  const seen = { signals: [] as AbortSignal[] };
  const answers: LinkServices<typeof contract> = {
    birds: {
      find: ({ name, limit }) => ({ found: `${name} ${limit}` }),
      stored: () => new JsonText(['{ "found": ', '"\\ud800 ł\u2028" }']),
      broken: () => new JsonText(['{ "found": ']),
      wait: (_, signal) => {
        seen.signals.push(signal);
        return new Promise(() => undefined);
      },
      fail: ({ kind }) => {
        if (kind === 'bug') throw new TypeError(secretWords);
        throw new Failure('throttled', 'slow down', { reason: 'limit-known', status: 429, retryAtMs: 7 });
      },
    },
  };
  return { seen, answers };
}

describe.each(Object.entries(wirePairs))('over %s', (_, pair) => {
  async function linked() {
    const { core, window, hangUp } = await pair();
    const { seen, answers } = services();
    const bugs: string[] = [];
    const ends: string[] = [];
    const served = serve(contract, answers, core, {
      onBug: ({ message }, verb) => bugs.push(`${verb}: ${message}`),
      onClose: () => ends.push('closed'),
    });
    return { client: createClient(membersOf(contract), window), served, seen, bugs, ends, core, window, hangUp };
  }

  test('a call returns the value of its service, which gets the defaults of the contract', async () => {
    const { client } = await linked();
    expect(await client.birds.find({ name: 'wren' })).toEqual({ found: 'wren 5' });
  });

  test('a result that is JSON text is parsed only by the window', async () => {
    const { client } = await linked();
    expect(await client.birds.stored()).toEqual({ found: '\ud800 ł\u2028' });
  });

  test('a call fails if its result is not valid JSON text', async () => {
    const { client } = await linked();
    await expect(client.birds.broken()).rejects.toMatchObject({ code: 'bug' });
  });

  test('input that does not match the contract fails with the field, and no service is called', async () => {
    const { client } = await linked();
    const call = client.birds.find({ name: '' });
    await expect(call).rejects.toMatchObject({ code: 'invalid', field: 'name' });
  });

  test('a text that is longer than its field allows fails with the reason text-too-long', async () => {
    const { client } = await linked();
    const long = client.birds.find({ name: '"'.repeat(101) });
    await expect(long).rejects.toMatchObject({ code: 'invalid', field: 'name', reason: 'text-too-long' });
  });

  test('a message that is too long is not sent, and the connection stays open', async () => {
    const { client } = await linked();
    const long = client.birds.find({ name: '"'.repeat(mostMessageChars / 2) });
    await expect(long).rejects.toMatchObject({ reason: 'text-too-long' });
    const longest = client.birds.find({ name: '日'.repeat(16_000_000) });
    await expect(longest).rejects.toMatchObject({ field: 'name' });
    expect(await client.birds.find({ name: 'wren' })).toEqual({ found: 'wren 5' });
  });

  test('a failure keeps all its fields', async () => {
    const { client } = await linked();
    const expected = { code: 'throttled', reason: 'limit-known', status: 429, retryAtMs: 7, message: 'slow down' };
    await expect(client.birds.fail({ kind: 'failure' })).rejects.toMatchObject(expected);
  });

  test('the message of a bug is not sent to the window', async () => {
    const { client, bugs } = await linked();
    const failure: unknown = await client.birds.fail({ kind: 'bug' }).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: 'bug' });
    expect(JSON.stringify(failure)).not.toContain(secretWords);
    expect(bugs).toEqual([`birds.fail: ${secretWords}`]);
  });

  test('an aborted call rejects at once, and its service is aborted', async () => {
    const { client, seen } = await linked();
    const controller = new AbortController();
    const call = client.birds.wait(undefined, controller.signal);
    await until(
      () => seen.signals.length,
      (count) => count === 1,
    );
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    await until(
      () => seen.signals[0]?.aborted,
      (isAborted) => isAborted === true,
    );
  });

  test('an event is delivered to each listener until it unsubscribes', async () => {
    const { client, served } = await linked();
    const received: string[] = [];
    const stop = client.birds.sung(({ song }) => void received.push(song));
    served.emit('birds', 'sung', { song: 'first' });
    await client.birds.find({ name: 'wren' });
    stop();
    served.emit('birds', 'sung', { song: 'second' });
    await client.birds.find({ name: 'wren' });
    expect(received).toEqual(['first']);
  });

  test('when the window is closed, its calls are aborted and its promises reject', async () => {
    const { client, seen, ends, hangUp } = await linked();
    const call = client.birds.wait().catch((thrown: unknown) => thrown);
    await until(
      () => seen.signals.length,
      (count) => count === 1,
    );
    hangUp();
    await until(
      () => ends.length,
      (count) => count === 1,
    );
    expect(seen.signals[0]?.aborted).toBe(true);
    expect(await call).toMatchObject({ code: 'offline', reason: 'connection-lost' });
    await expect(client.birds.find({ name: 'wren' })).rejects.toMatchObject({ code: 'offline' });
  });

  test('invalid messages are ignored, and unknown verbs are refused', async () => {
    const { client, window } = await linked();
    for (const text of ['', 'null', '{"t":"call"}', '{"t":"call","id":999,"section":"__proto__","verb":"toString"}']) {
      window.send(text);
    }
    expect(await client.birds.find({ name: 'wren' })).toEqual({ found: 'wren 5' });
  });
});

test.each([
  '{',
  '[]',
  '1',
  '{"t":"ok"}',
  '{"t":"failed","id":1,"failure":null}',
  '{"t":"event","section":1,"name":"x"}',
])('%s is not a message', (text) => {
  expect(readMessage(text)).toBeNull();
});
