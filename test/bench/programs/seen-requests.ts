import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** The requests that a process sent. `paths`: in order. `most`: the largest number that were open at the same time. */
export interface SeenRequests {
  paths: string[];
  most: number;
}

/** Record the requests of undici in this process until `end` is called. */
export function recordRequests(): { end: () => SeenRequests } {
  const paths: string[] = [];
  const open = new Set<unknown>();
  let most = 0;
  const onSent = (message: unknown): void => {
    const { request } = message as { request: { path: string } };
    paths.push(request.path);
    open.add(request);
    most = Math.max(most, open.size);
  };
  const onEnd = (message: unknown): void => void open.delete((message as { request: unknown }).request);
  const listeners = [
    ['undici:client:sendHeaders', onSent],
    ['undici:request:trailers', onEnd],
    ['undici:request:error', onEnd],
  ] as const;
  for (const [name, listener] of listeners) subscribe(name, listener);
  return {
    end() {
      for (const [name, listener] of listeners) unsubscribe(name, listener);
      return { paths, most };
    },
  };
}
