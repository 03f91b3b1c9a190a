/**
 * How the status of a receiver is colored. A status that is not a number is a text of the platform: the receiver did
 * not respond. `letters`: the width of its chip.
 */
export function readStatus(status: unknown): {
  code: string | null;
  tone: 'ok' | 'warn' | 'bad' | 'muted';
  letters: number;
} {
  const text = typeof status === 'number' || typeof status === 'string' ? String(status) : '';
  if (!/^[1-5]\d\d$/.test(text)) return { code: null, tone: 'bad', letters: text === '' ? 0 : 13 };
  return { code: text, tone: tones[text.charAt(0)] ?? 'muted', letters: 6 };
}

const tones: Readonly<Record<string, 'ok' | 'warn' | 'bad'>> = { 2: 'ok', 4: 'warn', 5: 'bad' };

/** Whether a written field is the status of a receiver. */
export const isStatusField = (field: string): boolean => field === 'response_status';
