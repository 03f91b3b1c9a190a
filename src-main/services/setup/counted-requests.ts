import type { Endpoint, Send } from '#main/api/types.ts';

/** A sender that calls `onRequest` for each request. Retries after a failure do not count. */
export function countedRequests(send: Send, onRequest: () => void): Send {
  const one = async (endpoint: Endpoint, input?: object, signal?: AbortSignal) => {
    onRequest();
    return send(endpoint, input, signal);
  };
  const verbs: Omit<Send, never> = {
    answer: (endpoint, input, signal) => {
      onRequest();
      return send.answer(endpoint, input, signal);
    },
    page: (endpoint, at, signal) => {
      onRequest();
      return send.page(endpoint, at, signal);
    },
    rows: (endpoint, at, signal) => {
      onRequest();
      return send.rows(endpoint, at, signal);
    },
    bytes: (endpoint, input, to, signal) => {
      onRequest();
      return send.bytes(endpoint, input, to, signal);
    },
    raw: (endpoint, input, signal) => {
      onRequest();
      return send.raw(endpoint, input, signal);
    },
    close: () => send.close(),
  };
  return Object.assign(one, verbs) as Send;
}
