import { Failure } from '#shared/errors.ts';
import type { Wire } from '#shared/link/wire.ts';

/** An open WebSocket to the node host of this origin. Fails: `offline`/`connection-lost` if it cannot be opened. */
export function openSocketWire(url: URL, key: string): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, ['reeve', key]);
    socket.addEventListener('open', () => resolve(socketWire(socket)), { once: true });
    socket.addEventListener(
      'close',
      () => reject(new Failure('offline', 'no socket to the core', { reason: 'connection-lost' })),
      { once: true },
    );
  });
}

function socketWire(socket: WebSocket): Wire {
  return {
    send: (text) => socket.send(text),
    onText: (listener) =>
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') listener(data);
      }),
    onClose: (listener) => {
      // It may have been closed before there was a listener, because it is opened in advance
      if (socket.readyState === WebSocket.CLOSED) queueMicrotask(listener);
      else socket.addEventListener('close', listener, { once: true });
    },
  };
}
