import { expect, test } from 'vitest';
import { noteFor } from './cleanup-note.ts';

const now = Date.parse('2026-11-20T08:00:00Z');
const contactedAt = Date.parse('2026-10-01T20:00:00Z');
const parts = { template: 'Paused {date}, silent since {contact}, {days} days.', keepsOld: true, now };
const text = 'Paused 2026-11-20, silent since 2026-10-01, 49 days.';

test('a note contains the day, the last contact and the days between, below the previous text', () => {
  expect(noteFor({ contactedAt, note: null }, parts).note).toBe(text);
  expect(noteFor({ contactedAt, note: 'Rack 7' }, parts).note).toBe(`Rack 7\n\n${text}`);
  expect(noteFor({ contactedAt, note: 'Rack 7' }, { ...parts, keepsOld: false }).note).toBe(text);
  expect(noteFor({ contactedAt: null, note: null }, parts).note).toBe(
    'Paused 2026-11-20, silent since it was created, – days.',
  );
  expect(noteFor({ contactedAt: Date.parse('0001-01-01T00:00:00Z'), note: null }, parts).note).toBe(
    'Paused 2026-11-20, silent since 0001-01-01, – days.',
  );
});

test('an empty template leaves notes alone, and so does one that would make a note too long', () => {
  expect(noteFor({ contactedAt, note: 'x' }, { ...parts, template: ' ' })).toEqual({ note: null, isTooLong: false });
  const note = 'x'.repeat(1_000);
  expect(noteFor({ contactedAt, note }, parts)).toEqual({ note: null, isTooLong: true });
  expect(noteFor({ contactedAt, note }, { ...parts, keepsOld: false }).note).toBe(text);
});
