import { Failure } from '#shared/errors.ts';
import type { Endpoint, Send } from '../types.ts';

/**
 * A sender that refuses every method except GET and HEAD. Everything but the write engine uses it.
 * Fails: `bug` for any other method, before anything is sent.
 */
export function readOnlySender(send: Send): Send {
  const checked = <E extends Endpoint>(endpoint: E): E => {
    if (endpoint.method === 'GET' || endpoint.method === 'HEAD') return endpoint;
    throw new Failure('bug', `${endpoint.method} ${endpoint.path} is a write, and writes require a plan`);
  };
  const one = async (endpoint: Endpoint, ...rest: []) => send(checked(endpoint), ...rest);
  const verbs: Omit<Send, never> = {
    answer: async (endpoint, ...rest) => send.answer(checked(endpoint), ...rest),
    page: async (endpoint, ...rest) => send.page(checked(endpoint), ...rest),
    rows: async (endpoint, ...rest) => send.rows(checked(endpoint), ...rest),
    bytes: async (endpoint, ...rest) => send.bytes(checked(endpoint), ...rest),
    raw: async (endpoint, ...rest) => send.raw(checked(endpoint), ...rest),
    close: () => send.close(),
  };
  return Object.assign(one, verbs) as Send;
}
