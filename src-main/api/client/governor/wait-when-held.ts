import type { Endpoint, OnHeld, Send } from '../../types.ts';

/**
 * The same sender for long work: a request that a rate limit holds back waits for its turn instead of failing, and
 * `onHeld` is called.
 */
export function waitWhenHeld(send: Send, onHeld: OnHeld): Send {
  const one = async (endpoint: Endpoint, input?: object, signal?: AbortSignal) =>
    send(endpoint, { ...input, onHeld }, signal);
  const verbs: Omit<Send, never> = {
    answer: async (endpoint, input, signal) => send.answer(endpoint, { ...input, onHeld } as typeof input, signal),
    page: async (endpoint, at, signal) => send.page(endpoint, { ...at, onHeld }, signal),
    rows: async (endpoint, at, signal) => send.rows(endpoint, { ...at, onHeld }, signal),
    bytes: async (endpoint, input, to, signal) =>
      send.bytes(endpoint, { ...input, onHeld } as typeof input, to, signal),
    raw: async (endpoint, input, signal) => send.raw(endpoint, { ...input, onHeld } as typeof input, signal),
    close: () => send.close(),
  };
  return Object.assign(one, verbs) as Send;
}
