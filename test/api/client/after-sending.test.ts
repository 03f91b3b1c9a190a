import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { afterSending } from '#main/api/client/exchange/after-sending.ts';

test('work after sending runs when the request has left and before its reply, also on a socket used before', async () => {
  const server = createServer((_, reply) => void setTimeout(() => reply.end('{}'), 20)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dispatcher = new Agent();
  const send = async () => (await dispatcher.request({ origin, path: '/', method: 'GET' })).body.text();
  const events: string[] = [];
  const onSent = (): void => void events.push('sent');
  await send();
  subscribe('undici:client:sendHeaders', onSent);
  for (const _ of [1, 2]) {
    afterSending(() => events.push('work'));
    await send();
    events.push('reply');
  }
  unsubscribe('undici:client:sendHeaders', onSent);
  expect(events).toEqual(['sent', 'work', 'reply', 'sent', 'work', 'reply']);
  await dispatcher.close();
  server.close();
});
