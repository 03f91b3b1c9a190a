import type { MessagePortMain } from 'electron';
import type { Wire } from '#shared/link/wire.ts';

/** The core's end of a window's MessageChannel as a wire. */
export function portWire(port: MessagePortMain): Wire {
  return {
    send: (text) => port.postMessage(text),
    onText: (listener) => {
      port.on('message', ({ data }) => {
        if (typeof data === 'string') listener(data);
      });
      port.start();
    },
    onClose: (listener) => void port.once('close', listener),
  };
}
