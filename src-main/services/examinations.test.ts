import { expect, test } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { minutes, seconds } from '#shared/time.ts';
import { examinations } from './examinations.ts';

/** Examinations with a clock that only their pauses move. `read`: what the readings of a file find, in order. */
function examining() {
  let now = 0;
  const changes: boolean[] = [];
  const clock = { now: () => now, monotonic: () => now, sleep: async (ms: number) => void (now += ms) };
  const all = examinations({ clock, onChanged: () => changes.push(all.isRunning()) });
  const examine = (readings: number, read: (boolean | Failure)[], file = 'state.db') => {
    const isSound = (): boolean => {
      const found = read.shift() ?? false;
      if (found instanceof Failure) throw found;
      return found;
    };
    return all.isDamaged({ file, readings, isSound, signal: new AbortController().signal });
  };
  return { examine, changes, pass: (ms: number) => void (now += ms), now: () => now };
}

test.each([
  { readings: 3, read: [true, false, false], isDamaged: false, left: 2 },
  { readings: 3, read: [false, false, true], isDamaged: false, left: 0 },
  { readings: 3, read: [false, false, false, true], isDamaged: true, left: 1 },
  { readings: 2, read: [false, true], isDamaged: false, left: 0 },
  { readings: 2, read: [false, false, true], isDamaged: true, left: 1 },
])('a file is damaged only if each of $readings readings finds damage: $read', async ({ readings, read, ...found }) => {
  const { examine } = examining();
  expect({ isDamaged: await examine(readings, read), left: read.length }).toEqual(found);
});

test('three readings take less than a minute, and the examination is reported while it runs', async () => {
  const { examine, changes, now } = examining();
  await examine(3, []);
  expect(now()).toBe(seconds(30));
  expect(changes).toEqual([true, false]);
});

test('the fifth read error of a file within a minute that no reading confirms is a failing disk', async () => {
  const { examine, pass } = examining();
  for (let report = 1; report <= 4; report += 1) expect(await examine(3, [true])).toBe(false);
  expect(await examine(3, [true], 'archive.db')).toBe(false);
  await expect(examine(3, [true])).rejects.toMatchObject({ reason: 'disk-failed' });
  pass(minutes(1));
  expect(await examine(3, [true])).toBe(false);
});

test('the count of read errors starts again after a file was found damaged', async () => {
  const { examine } = examining();
  for (let report = 1; report <= 4; report += 1) await examine(1, [true]);
  expect(await examine(1, [])).toBe(true);
  expect(await examine(1, [true])).toBe(false);
});

test('after a reading that the disk refused, the file is read again, and counts as damaged only if each reading finds damage', async () => {
  const { examine } = examining();
  const refused = new Failure('invalid', 'EIO: i/o error, read', { reason: 'disk-failed' });
  expect(await examine(2, [refused, true])).toBe(false);
  expect(await examine(3, [false, refused, true])).toBe(false);
  await expect(examine(3, [false, refused, false])).rejects.toMatchObject({ reason: 'disk-failed' });
});
