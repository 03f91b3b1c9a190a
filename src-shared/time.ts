/** Every unit conversion in the program. Durations are milliseconds, moments are epoch milliseconds. */
export const seconds = (n: number): number => n * 1_000;
export const minutes = (n: number): number => n * 60_000;
export const hours = (n: number): number => n * 3_600_000;
export const days = (n: number): number => n * 86_400_000;
export const kilobytes = (n: number): number => n * 1_024;
export const megabytes = (n: number): number => n * 1_048_576;

/** An epoch moment as the platform writes it: `2026-11-20T08:00:00.000Z`. */
export function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/**
 * Whether a moment has an age or a countdown. Programs write dates before 1970 and from the year 9000 on for "none" and
 * "never", such as 0001-01-01.
 */
export const hasAge = (epochMs: number): boolean => epochMs >= 0 && epochMs < Date.UTC(9_000, 0);

/** Whether `at` is less than `maxAgeMs` ago. False for a time in the future: the clock was set back since. */
export const isYounger = (at: number, maxAgeMs: number, now: number): boolean => now >= at && now - at < maxAgeMs;

/** An ISO 8601 moment as epoch milliseconds, or null when it is none. */
export function fromIso(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const epochMs = Date.parse(text);
  return Number.isNaN(epochMs) ? null : epochMs;
}
