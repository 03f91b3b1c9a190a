import type { Span } from '#main/cache/handles.ts';
import { fromIso, seconds, toIso } from '#shared/time.ts';

/** Rows created in a span, or null when the platform does not say (real installations keep quiet over 10,000). */
export type CountRows = (span: Span) => Promise<number | null>;

export interface SyncWindows {
  windows: { key: string; span: Span }[];
  /** Null when any part was not told. */
  estimatedRows: number | null;
}

interface Part {
  fromMs: number;
  toMs: number;
  count: number | null;
}

/**
 * Cut a list into windows of creation time that hold about as many rows each, so that lanes end together however
 * unevenly people arrived. Costs one small request a cut, those of a level side by side; parts whose size is not told
 * count as large, and are cut into equal stretches.
 * The first window is open at the start and the last at the end, so that nobody falls between.
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
/** With this many parts, none is split further, however many rows the platform reports. */
const mostParts = 128;
/** Cuts in a row before a part stays as large as it is: 2 to the 24th of any stretch of years is under a minute. */
const deepest = 24;
const deepestUncounted = 4;

async function cut({ fromMs, toMs, count }: Part, countOf: CountRows): Promise<Part[]> {
  const middleMs = floorToSecond((fromMs + toMs) / 2);
  const told = await countOf({ from: toIso(fromMs), to: toIso(middleMs) });
  // A part cannot hold more than the whole
  const early = told === null || count === null ? told : Math.min(told, count);
  const late =
    count === null || early === null ? await countOf({ from: toIso(middleMs), to: toIso(toMs) }) : count - early;
  return [
    { fromMs, toMs: middleMs, count: early },
    { fromMs: middleMs, toMs, count: late === null ? null : Math.max(0, late) },
  ];
}

/** A window reaches to the start of the next one, over parts that were empty when counted. */
function toWindow(part: Part, next: Part | undefined, isFirst: boolean): { key: string; span: Span } {
  const from = isFirst ? null : toIso(part.fromMs);
  const to = next === undefined ? null : toIso(next.fromMs);
  return { key: `${from ?? ''}/${to ?? ''}`, span: { from, to } };
}

function floorToSecond(epochMs: number): number {
  return Math.floor(epochMs / 1_000) * 1_000;
}

/** The span as query parameters, a second wider at both ends: whether they include their moment is not documented. */
export function spanQuery(span: Span): { created_after?: string; created_before?: string } {
  return {
    ...(span.from !== null && { created_after: toIso((fromIso(span.from) ?? 0) - seconds(1)) }),
    ...(span.to !== null && { created_before: toIso((fromIso(span.to) ?? 0) + seconds(1)) }),
  };
}
