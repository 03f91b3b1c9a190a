import { withBudget } from '#main/api/client/governor/watch-budget.ts';
import type { Send } from '#main/api/types.ts';

/** A sender that calls `onRequest` for each request. Retries after a failure do not count. */
export function countedRequests(send: Send, onRequest: () => void): Send {
  return withBudget(send, () => Promise.resolve(onRequest()));
}
