import { isReply } from '#shared/link/messages.ts';
import type { Wire } from '#shared/link/wire.ts';

/**
 * A wire that passes on all replies that have already arrived in one task. So the window is rendered once for several
 * replies, and not once for each of them. Texts stay in their order. An event has a task of its own, because who waited
 * for the reply before it must have it first: else an older state would replace that of the event. The wire closes after
 * the last text.
 * Decision: build/decisions/0035-replies-are-passed-on-together.md
 */
export function batchedWire(wire: Wire): Wire {
  const waiting: string[] = [];
  const { port1, port2 } = new MessageChannel();
  let listener: (text: string) => void = () => undefined;

  function passOn(texts: readonly string[]): void {
    for (const text of texts) {
      try {
        listener(text);
      } catch (thrown) {
        reportError(thrown);
      }
    }
  }

  port1.addEventListener('message', () => {
    const other = waiting.findIndex((text) => !isReply(text));
    passOn(waiting.splice(0, other === -1 ? waiting.length : Math.max(1, other)));
    if (waiting.length > 0) port2.postMessage(null);
  });
  port1.start();
  return {
    send: (text) => wire.send(text),
    onText: (next) => {
      listener = next;
      wire.onText((text) => {
        if (waiting.push(text) === 1) port2.postMessage(null);
      });
    },
    onClose: (closed) =>
      wire.onClose(() => {
        passOn(waiting.splice(0));
        port1.close();
        closed();
      }),
  };
}
