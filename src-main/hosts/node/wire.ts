import type { WebSocket } from 'ws';
import type { Wire } from '#shared/link/wire.ts';

const unsupportedData = 1003;

/** The WebSocket of a window as a wire. A binary message closes the connection. */
export function socketWire(socket: WebSocket): Wire {
  return {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    onText: (listener) => {
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (isBinary) socket.close(unsupportedData);
        else listener(data.toString('utf8'));
      });
    },
    onClose: (listener) => void socket.once('close', listener),
  };
}
