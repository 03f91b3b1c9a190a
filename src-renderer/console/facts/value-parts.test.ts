import { expect, test } from 'vitest';
import { deadline } from '#shared/text/en/moments.ts';
import { days } from '#shared/time.ts';
import { overduePart } from './overdue-part.ts';
import { inFormat } from './value-parts.ts';

/** A local day as the platform writes it. */
function dayIn(n: number): string {
  const at = new Date(Date.now() + days(n));
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

test('a deadline has the same date in each time zone, and shows the remaining days', () => {
  const day = dayIn(12);
  expect(inFormat(day, 'deadline')).toEqual({ text: deadline(Date.parse(`${day}T12:00`), Date.now()), exact: day });
  expect(inFormat('soon', 'deadline')).toBeNull();
});

test('a due date is overdue on the next day', () => {
  expect(overduePart(dayIn(0))).toBeNull();
  expect(overduePart(null)).toBeNull();
  expect(overduePart(dayIn(-2))).toMatchObject({ text: expect.stringMatching(/^Overdue: /) as string });
});
