import { isReply } from '#shared/link/messages.ts';
import type { Wire } from '#shared/link/wire.ts';

/** Maximum length of the replies of one task, in characters. With more, the window would freeze for too long. */
const mostLength = 100_000;

/**
 * A wire that collects the replies that have arrived and passes them on in one task. So the window is rendered once for
 * several replies. Texts stay in their order. An event gets its own task, so that code that waits for an earlier reply
 * continues first: otherwise, the older state of the reply would replace the state of the event. The wire closes after
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

  /** The number of texts for the next task: one text, or several replies that are not too long together. */
  function batchSize(): number {
    let length = 0;
    const end = waiting.findIndex((text) => !isReply(text) || (length += text.length) > mostLength);
    return end === -1 ? waiting.length : Math.max(1, end);
  }

  port1.addEventListener('message', () => {
    passOn(waiting.splice(0, batchSize()));
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
