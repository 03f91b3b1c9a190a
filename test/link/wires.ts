import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { socketWire } from '#main/hosts/node/wire.ts';
import type { Wire } from '#shared/link/wire.ts';
import { wireOf } from '../helpers/window.ts';

export interface WirePair {
  core: Wire;
  window: Wire;
  /** Close the window. */
  hangUp: () => void;
}

/** Both ends of each kind of wire, over the transport that the host uses. */
export const wirePairs: Record<string, () => Promise<WirePair>> = {
  'a message port': async () => {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    return { core: wireOf(port1), window: wireOf(port2), hangUp: () => port2.close() };
  },
  'a WebSocket': async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close());
    await once(server, 'listening');
    const accepted = once(server, 'connection') as Promise<[WebSocket]>;
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await once(client, 'open');
    const [socket] = await accepted;
    onTestFinished(() => client.terminate());
    return { core: socketWire(socket), window: socketWire(client), hangUp: () => client.terminate() };
  },
};
