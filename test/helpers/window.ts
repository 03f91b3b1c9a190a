import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Core } from '#main/core/create-core.ts';
import { contract, type ReeveContract } from '#shared/contract/index.ts';
import { membersOf, type Client } from '#shared/contract/kit.ts';
import { createClient } from '#shared/link/client.ts';
import type { Wire } from '#shared/link/wire.ts';

export type ReeveClient = Client<ReeveContract>;

/**
 * Attach a window to a core over a message channel. `profileId`: the profile in its address. `asOf`: the moment that it shows.
 */
export function attach(core: Core, profileId?: string, asOf?: () => number | null): ReeveClient {
  return openWindow(core, profileId, undefined, asOf).client;
}

/** Like `attach`, for a window that is closed before the end of the test. `onText`: the messages that it receives. */
export function openWindow(
  core: Core,
  profileId?: string,
  onText: (text: string) => void = () => undefined,
  asOf?: () => number | null,
): { client: ReeveClient; close: () => void } {
  const { port1, port2 } = new MessageChannel();
  core.attach(wireOf(port1), profileId);
  const wire = wireOf(port2);
  wire.onText(onText);
  return { client: createClient(membersOf(contract), wire, asOf), close: () => port2.close() };
}

/** A message port of Node as a wire; it does not keep the process alive. */
export function wireOf(port: MessagePort): Wire {
  return {
    send: (text) => port.postMessage(text),
    onText: (listener) => void port.on('message', listener).unref(),
    onClose: (listener) => void port.once('close', listener),
  };
}

/** Wait until no database is being examined. */
export async function examined({ host }: ReeveClient): Promise<void> {
  while ((await host.status()).isChecking) await new Promise((resolve) => setTimeout(resolve, 5));
}
