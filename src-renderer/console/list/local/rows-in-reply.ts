import type { Failure } from '#shared/errors.ts';
import type { RowSource } from '../../../components/grid/row-source.ts';
import type { LastReply } from '../../../stores/loading/last-reply.svelte.ts';

/** The rows of a `LocalTable`. `reply`: numbers for the status line; undefined before the first reply. */
export interface LocalSource<Row> extends RowSource<Row> {
  readonly failure: Failure | undefined;
  readonly reply: { total: number; isCapped: boolean; queryMs: number } | undefined;
  resume(): Promise<void>;
}

/** Rows that the window filters and sorts, because one reply contains all of them. `shown`: those that match, in order. */
export function rowsInReply<Row extends { key: number }>(
  all: LastReply<readonly Row[]>,
  shown: () => readonly Row[],
): LocalSource<Row> {
  const keys = (): number[] => shown().map(({ key }) => key);
  return {
    isPending: false,
    get failure() {
      return all.failure ?? undefined;
    },
    get reply() {
      return all.value && { total: shown().length, isCapped: false, queryMs: 0 };
    },
    get total() {
      return shown().length;
    },
    // The grid only needs to be notified of each new reply
    get reloads() {
      return all.value?.length ?? 0;
    },
    row: (index) => shown()[index],
    indexOf: (id) => (keys().includes(id) ? keys().indexOf(id) : undefined),
    ensure: () => undefined,
    ids: (from, to) => Promise.resolve(keys().slice(from, to)),
    resume: () => all.load(),
  };
}
