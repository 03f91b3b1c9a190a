import type { Wire } from '#shared/link/wire.ts';

/** A wire over one end of a MessageChannel, which Electron's preload passes to the page. */
export function portWire(port: MessagePort): Wire {
  return {
    send: (text) => port.postMessage(text),
    onText: (listener) => {
      port.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') listener(data);
      });
      port.start();
    },
    onClose: (listener) => port.addEventListener('close', listener, { once: true }),
  };
}

/** The next port of the preload, which posts it after `load`. A listener from the first script on receives it. */
export function nextPort(): Promise<MessagePort> {
  return new Promise((resolve) => {
    function onMessage(event: MessageEvent): void {
      const [port] = event.ports;
      if (event.source !== window || event.data !== 'reeve:port' || port === undefined) return;
      window.removeEventListener('message', onMessage);
      resolve(port);
    }
    window.addEventListener('message', onMessage);
  });
}
