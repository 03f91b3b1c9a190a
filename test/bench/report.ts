/** One figure: the time of Reeve relative to a reference, both measured in the same run. */
export interface Figure {
  what: string;
  ours: number;
  against: string;
  floor: number;
  unit: string;
}

export function print(figures: readonly Figure[]): void {
  for (const { what, ours, against, floor, unit } of figures) {
    const ratio = (ours / floor).toFixed(2).padStart(6);
    process.stdout.write(`${ratio}  ${what}: ${round(ours)} ${unit} against ${round(floor)} ${unit} (${against})\n`);
  }
}

/** Median and 95th percentile of a list that is not empty. */
export function percentiles(values: readonly number[]): { p50: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
