import { megabytes } from '#shared/time.ts';

/** The number of bytes of a whole number of megabytes that was typed; null: no such number, or outside of the limits. */
export function readMegabytes(text: string, { least, most }: { least: number; most: number }): number | null {
  const typed = text.trim();
  if (!/^\d{1,9}$/.test(typed)) return null;
  const value = Number(typed);
  return value < least || value > most ? null : megabytes(value);
}
