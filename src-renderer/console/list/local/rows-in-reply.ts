import type { Failure } from '#shared/errors.ts';
import type { RowSource } from '../../../components/grid/row-source.ts';
import type { LastReply } from '../../../stores/loading/last-reply.svelte.ts';

/** The rows of a `LocalTable`. `reply`: numbers for the status line; undefined before the first reply. */
export interface LocalSource<Row> extends RowSource<Row> {
  readonly failure: Failure | undefined;
  readonly reply: { total: number; isCapped: boolean; queryMs: number } | undefined;
  resume(): Promise<void>;
}

/**
 * Rows that the window filters, sorts and groups, because one reply contains all of them. `shown`: those that match, in order.
 * `grouped`: must be passed if some of them are headings. Returns the keys of all other rows, also below folded headings, and
 * how many there are.
 */
export function rowsInReply<Row extends { key: number }>(
  all: LastReply<unknown>,
  shown: () => readonly Row[],
  grouped?: () => { keys: readonly number[]; total: number },
): LocalSource<Row> {
  const keys = (): number[] => shown().map(({ key }) => key);
  return {
    isPending: false,
    get failure() {
      return all.failure ?? undefined;
    },
    get reply() {
      return all.value === undefined ? undefined : { total: shown().length, isCapped: false, queryMs: 0 };
    },
    get total() {
      return shown().length;
    },
    get withoutHeadings() {
      return grouped?.().total ?? shown().length;
    },
    // The grid only needs to be notified of each new reply
    get reloads() {
      return all.value === undefined ? 0 : 1;
    },
    row: (index) => shown()[index],
    indexOf: (id) => (keys().includes(id) ? keys().indexOf(id) : undefined),
    ensure: () => undefined,
    ids: (from, to) => {
      const range = keys().slice(from, to);
      if (grouped === undefined) return Promise.resolve(range);
      const rows = new Set(grouped().keys);
      return Promise.resolve(range.length === keys().length ? [...rows] : range.filter((key) => rows.has(key)));
    },
    resume: () => all.load(),
  };
}
