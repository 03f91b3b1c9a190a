import { count, plural } from './moments.ts';

/** Why a schema refuses the value of a field. Shape: the parts of a zod issue that `inputError` needs. */
export interface InputIssue {
  code?: string | undefined;
  /** The value that was checked. */
  input?: unknown;
  /** The kind of value that has a limit: `string`, `number`, `array`. */
  origin?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  /** The format that the text should have: `email`, `date`. */
  format?: unknown;
  expected?: unknown;
}

const formats: Readonly<Record<string, string>> = {
  date: 'This date doesn’t exist. Correct it or clear the field.',
  email: 'Enter an address such as name@example.com.',
};

/** The error for a value that a schema refuses. `label`: that of the field. */
export function inputError({ code, input, origin, minimum, maximum, format, expected }: InputIssue, label: string) {
  const isEmpty = input === undefined || input === null || (typeof input === 'string' && input.trim() === '');
  const [least, most] = [Number(minimum), Number(maximum)];
  if (expected === 'array' && isEmpty) return 'Add at least one.';
  if (Array.isArray(input) && code === 'too_small')
    return least === 1 ? 'Add at least one.' : `Add at least ${count(least)}.`;
  if (isEmpty) return `${label} is required.`;
  if (code === 'too_big' && origin === 'array') return `Add at most ${count(most)}.`;
  if (code === 'too_big' && origin === 'string') return `Use at most ${plural(most, 'character')}.`;
  if (code === 'too_big') return `Enter a number of at most ${count(most)}.`;
  if (code === 'too_small' && origin === 'number') return `Enter a number of at least ${count(least)}.`;
  if (code === 'invalid_type' && (expected === 'int' || expected === 'number')) return 'Enter a whole number.';
  return formats[String(format)] ?? `${label} isn’t valid.`;
}
