import type { ThreadStart } from '#main/ports.ts';
import { startThread, type Thread } from '#main/threads/rpc.ts';
import type { CacheFile } from '../../cache-types.ts';
import { remoteReader } from '../../read/remote-reader.ts';
import type { HistoryReader } from '../history-api.ts';
import type { PastCall } from './history-verbs.ts';

type HistoryThread = Thread<Record<string, (input: object) => unknown>>;

/**
 * The history thread of a cache. It is started by the first call, and by the first one after `close`. Calls fail: as
 * `historyVerbs` does; `bug` if the thread ended.
 */
export function openHistoryReader(start: ThreadStart, file: CacheFile): HistoryReader {
  let opened: Promise<HistoryThread> | null = null;

  async function open(): Promise<HistoryThread> {
    const thread: HistoryThread = startThread(start);
    try {
      await thread.call('openHistory', file);
    } catch (thrown) {
      opened = null;
      await thread.close().catch(() => undefined);
      throw thrown;
    }
    // It only reads, so a new thread can replace it
    thread.onLost(() => (opened = null));
    return thread;
  }
  async function call(verb: string, input: object, signal?: AbortSignal): Promise<unknown> {
    return (await (opened ??= open())).call(verb, input, signal);
  }
  async function close(): Promise<void> {
    const before = opened;
    opened = null;
    await (await before?.catch(() => undefined))?.close();
  }
  const verb = <V extends keyof HistoryReader>(name: V) =>
    ((input: object, signal?: AbortSignal) => call(name, input, signal)) as HistoryReader[V];
  return {
    ...{ life: verb('life'), changes: verb('changes'), viewCounts: verb('viewCounts'), days: verb('days') },
    ...{ moment: verb('moment'), sinceThen: verb('sinceThen'), now: verb('now') },
    ...{ compare: verb('compare'), differences: verb('differences'), changesPart: verb('changesPart') },
    past: (at) =>
      remoteReader(
        (name, input, signal) => call('past', { at, verb: name, input } satisfies PastCall, signal),
        async () => undefined,
      ),
    close,
  };
}
