import type { Span } from '#main/cache/cache-types.ts';
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

interface Part {
  fromMs: number;
  toMs: number;
  count: number | null;
}

/**
 * Cut a list into windows of creation time with about the same number of rows, so that all lanes end at about the same
 * time. Each cut costs one small request; the cuts of one level run at the same time. Parts without a reported count
 * are treated as large and cut into equal spans.
 * The first window has no start and the last one no end, so that no row is missed.
 * Decision: build/decisions/0002-sync-windows-have-equal-row-counts.md
 */
export async function cutWindows(
  span: { oldest: string; nowMs: number; total: number | null },
  lanes: number,
  countOf: CountRows,
): Promise<SyncWindows> {
  const aim = Math.max(1_000, Math.ceil((span.total ?? Number.POSITIVE_INFINITY) / (lanes * windowsPerLane)));
  const startMs = fromIso(span.oldest) ?? span.nowMs;
  let parts: Part[] = [
    { fromMs: floorToSecond(startMs), toMs: floorToSecond(span.nowMs) + seconds(1), count: span.total },
  ];
  for (let level = 0; level < deepest; level++) {
    const isWide = (part: Part): boolean => part.toMs - part.fromMs >= seconds(2);
    const isLarge = (part: Part): boolean => (part.count === null ? level < deepestUncounted : part.count > aim);
    if (parts.length >= mostParts || !parts.some((part) => isWide(part) && isLarge(part))) break;
    const halves = parts.map(async (part) => (isWide(part) && isLarge(part) ? cut(part, countOf) : [part]));
    parts = (await Promise.all(halves)).flat();
  }
  const kept = parts.filter((part, at) => part.count !== 0 || at === parts.length - 1);
  const counts = parts.map(({ count }) => count);
  return {
    windows: kept.map((part, at) => toWindow(part, kept[at + 1], at === 0)),
    estimatedRows: span.total ?? (counts.includes(null) ? null : counts.reduce<number>((sum, n) => sum + (n ?? 0), 0)),
  };
}

const windowsPerLane = 4;
/** From this number on, parts are no longer split, regardless of the reported counts. */
const mostParts = 128;
/** Maximum cuts of one part: any span of years divided by 2^24 is shorter than a minute. */
const deepest = 24;
const deepestUncounted = 4;

async function cut({ fromMs, toMs, count }: Part, countOf: CountRows): Promise<Part[]> {
  const middleMs = floorToSecond((fromMs + toMs) / 2);
  const counted = await countOf({ from: toIso(fromMs), to: toIso(middleMs) });
  // A part can't have more rows than the whole
  const early = counted === null || count === null ? counted : Math.min(counted, count);
  const late =
    count === null || early === null ? await countOf({ from: toIso(middleMs), to: toIso(toMs) }) : count - early;
  return [
    { fromMs, toMs: middleMs, count: early },
    { fromMs: middleMs, toMs, count: late === null ? null : Math.max(0, late) },
  ];
}

/** A window ends where the next one starts, so that it covers parts that were empty when they were counted. */
function toWindow(part: Part, next: Part | undefined, isFirst: boolean): { key: string; span: Span } {
  const from = isFirst ? null : toIso(part.fromMs);
  const to = next === undefined ? null : toIso(next.fromMs);
  return { key: `${from ?? ''}/${to ?? ''}`, span: { from, to } };
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
