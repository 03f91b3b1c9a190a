import type { Span } from '#main/cache/cache-types.ts';
import { pageSize } from '#main/api/client/walk.ts';
import { fromIso, seconds, toIso } from '#shared/time.ts';

/**
 * Number of rows created in a span; null if the platform does not report it (installations omit totals over 10,000).
 */
export type CountRows = (span: Span) => Promise<number | null>;

export interface SyncWindows {
  windows: { key: string; span: Span }[];
  /** Null if the platform did not report all counts. */
  estimatedRows: number | null;
}

interface CountedSpan {
  fromMs: number;
  toMs: number;
  rows: number;
}
/** A part of the list. `maxError`: the number of rows by which an interpolation within it may be wrong. */
interface Part extends CountedSpan {
  maxError: number;
}

/** Counting requests of one round. They are sent at the same time, so a round takes one round trip. */
const countsPerRound = 8;
const mostRounds = 16;
/** Number of windows if the platform does not report counts. */
const uncountedWindows = 16;
/** A lane gets one window for each of this many rows of its share, at least one and at most `mostPerLane`. */
const rowsPerWindow = 10_000;
const mostPerLane = 4;
/** A list with at most this many rows is one window. */
const leastRows = 1_000;
/** Windows may differ from their mean size by this share, or by one page: it takes as long as another round of counts. */
const mostDeviation = 0.02;

/**
 * Cut a list into windows of creation time with about the same number of rows, so that all lanes end at about the same
 * time. The rows of several spans are counted at the same time. Spans in which an interpolation could be too inexact are
 * divided and counted again; then the cuts between the windows are interpolated. The first window has no start and the
 * last one no end, so that no row is missed. `lanesNow` is called after each round, because the counts also measure the
 * round trip.
 * Decision: build/decisions/0002-sync-windows-have-equal-row-counts.md
 */
export async function cutWindows(
  { oldest, nowMs, total }: { oldest: string; nowMs: number; total: number | null },
  lanesNow: () => number,
  countOf: CountRows,
): Promise<SyncWindows> {
  const whole = { fromMs: floorToSecond(fromIso(oldest) ?? nowMs), toMs: floorToSecond(nowMs) + seconds(1) };
  const even = timesBetween(whole, uncountedWindows);
  const counted = total === null ? await countedSpans([whole.fromMs, ...even, whole.toMs], countOf) : null;
  if (total === null && counted === null) return { windows: windowsBetween(even), estimatedRows: null };
  let parts = counted === null ? [{ ...whole, rows: total ?? 0, maxError: total ?? 0 }] : withErrors(counted);
  const rows = rowsOf(parts);
  if (rows <= leastRows) return { windows: windowsBetween([]), estimatedRows: rows };
  for (let round = 0; round < mostRounds; round += 1) {
    const tolerance = Math.max(pageSize, (mostDeviation * rows) / windowCount(rows, lanesNow()));
    const isOpen = ({ fromMs, toMs, maxError }: Part): boolean => maxError > tolerance && toMs - fromMs >= seconds(2);
    const open = parts.filter(isOpen).length;
    if (open === 0) break;
    const pieces = Math.max(2, Math.floor(countsPerRound / open));
    const divided = parts.map(async (part) => (isOpen(part) ? divide(part, pieces, countOf) : [part]));
    parts = (await Promise.all(divided)).flat();
  }
  return { windows: windowsBetween(quantiles(parts, windowCount(rows, lanesNow()))), estimatedRows: rows };
}

function windowCount(rows: number, lanes: number): number {
  return lanes * Math.min(mostPerLane, Math.max(1, Math.floor(rows / lanes / rowsPerWindow)));
}

/** Divide a part into equal spans. If a count is not reported, the part stays as it is. */
async function divide(part: Part, pieces: number, countOf: CountRows): Promise<Part[]> {
  const times = timesBetween(part, pieces);
  const counted = await countedSpans([part.fromMs, ...times], countOf);
  const lastMs = times.at(-1);
  if (lastMs === undefined || counted === null) return [{ ...part, maxError: 0 }];
  // Rows may be added or removed meanwhile
  const rest = Math.max(0, part.rows - rowsOf(counted));
  return withErrors([...counted, { fromMs: lastMs, toMs: part.toMs, rows: rest }]);
}

/** The spans between the times, with their numbers of rows; null if one of these is not reported. */
async function countedSpans(times: readonly number[], countOf: CountRows): Promise<CountedSpan[] | null> {
  const counting = times.slice(1).map(async (toMs, at) => {
    const fromMs = times[at] ?? toMs;
    const rows = await countOf({ from: toIso(fromMs), to: toIso(toMs) });
    return rows === null ? null : { fromMs, toMs, rows };
  });
  const spans = await Promise.all(counting);
  return spans.every((span) => span !== null) ? spans : null;
}

/**
 * Add the possible errors: the more unevenly rows are distributed over neighboring spans, the more unevenly they may be
 * distributed within each of them.
 */
function withErrors(spans: readonly CountedSpan[]): Part[] {
  const startMs = spans[0]?.fromMs ?? 0;
  const lengthMs = (spans.at(-1)?.toMs ?? 0) - startMs;
  const total = Math.max(1, rowsOf(spans));
  let before = 0;
  const errors = spans.map(({ toMs, rows }) => {
    before += rows;
    return Math.abs(before / total - (toMs - startMs) / lengthMs);
  });
  const worst = Math.max(...errors);
  return spans.map((span) => ({ ...span, maxError: worst * span.rows }));
}

/** The times that divide the rows into this number of equal parts, as if rows were evenly distributed within a part. */
function quantiles(parts: readonly CountedSpan[], number: number): number[] {
  const target = rowsOf(parts) / number;
  const times: number[] = [];
  let before = 0;
  for (const { fromMs, toMs, rows } of parts) {
    while (before + rows >= (times.length + 1) * target && times.length < number - 1) {
      const share = ((times.length + 1) * target - before) / Math.max(1, rows);
      times.push(floorToSecond(fromMs + share * (toMs - fromMs)));
    }
    before += rows;
  }
  return [...new Set(times)];
}

/** The times that divide a span into equal parts of at least a second. */
function timesBetween({ fromMs, toMs }: Pick<CountedSpan, 'fromMs' | 'toMs'>, number: number): number[] {
  const times = Array.from({ length: number - 1 }, (_, at) =>
    floorToSecond(fromMs + ((at + 1) * (toMs - fromMs)) / number),
  );
  return [...new Set(times)].filter((time) => time > fromMs);
}

function rowsOf(parts: readonly CountedSpan[]): number {
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

function windowsBetween(cuts: readonly number[]): SyncWindows['windows'] {
  const bounds = [null, ...cuts.map(toIso), null];
  return bounds.slice(1).map((to, at) => {
    const from = bounds[at] ?? null;
    return { key: `${from ?? ''}/${to ?? ''}`, span: { from, to } };
  });
}

function floorToSecond(epochMs: number): number {
  return Math.floor(epochMs / 1_000) * 1_000;
}

/**
 * The span as query parameters, one second wider at both ends, because the documents do not say whether the bounds are
 * inclusive.
 */
export function spanQuery(span: Span): { created_after?: string; created_before?: string } {
  return {
    ...(span.from !== null && { created_after: toIso((fromIso(span.from) ?? 0) - seconds(1)) }),
    ...(span.to !== null && { created_before: toIso((fromIso(span.to) ?? 0) + seconds(1)) }),
  };
}
