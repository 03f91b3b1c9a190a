import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Core } from '#main/core/create-core.ts';
import { contract, type ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import { createClient } from '#shared/link/client.ts';
import type { Wire } from '#shared/link/wire.ts';

export type ReeveClient = Client<ReeveContract>;

/** A window on a core, over a message channel. */
export function attach(core: Core): ReeveClient {
  const { port1, port2 } = new MessageChannel();
  core.attach(wireOf(port1));
  return createClient(contract, wireOf(port2));
}

/** A message port of Node as a wire; it does not keep the process alive. */
export function wireOf(port: MessagePort): Wire {
  return {
    send: (text) => port.postMessage(text),
    onText: (listener) => void port.on('message', listener).unref(),
    onClose: (listener) => void port.once('close', listener),
  };
}
