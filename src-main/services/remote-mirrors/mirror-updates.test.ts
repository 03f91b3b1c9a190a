import { expect, test } from 'vitest';
import type { RemoteMirror } from '#shared/contract/remote-mirrors.ts';
import { hours, minutes, seconds, toIso } from '#shared/time.ts';
import { alarmOf, isOverdue } from './mirror-alarms.ts';
import { eventsOf } from './mirror-events.ts';
import { marksOf, medianOf, slowAfterMs, withMarks, type MirrorHistory, type MirrorUpdate } from './mirror-updates.ts';

const start = Date.UTC(2026, 10, 20, 8);
const unseen: MirrorHistory = {
  updates: [],
  isEnabled: null,
  keys: null,
  keysAt: null,
  acceptedKeys: null,
  mutedUntil: null,
  startedAt: null,
};
const settings = (now: number) => ({ now, noSuccessMs: hours(6) });

function mirror(fields: Partial<RemoteMirror> = {}): RemoteMirror {
  return { id: 1, enabled: true, update_status: 'none', host_keys: [], ...fields };
}

/** A mirror whose last update ended at `endedAt`. */
function ended(endedAt: number, tookMs: number, error: string | null = null): RemoteMirror {
  return mirror({
    update_status: error === null ? 'finished' : 'failed',
    last_error: error,
    last_update_at: toIso(endedAt),
    last_update_started_at: toIso(endedAt - tookMs),
    last_successful_update_at: error === null ? toIso(endedAt) : toIso(start),
  });
}

/** The history after these looks, and the kinds of the marks of each. */
function looks(...rows: RemoteMirror[]) {
  let history = unseen;
  const kinds = rows.map((row) => {
    const marks = marksOf(history, row);
    history = withMarks(history, marks, start);
    return marks.map(({ kind }) => kind);
  });
  return { history, kinds };
}

const updates = (...all: [ms: number, isOk: boolean][]): MirrorUpdate[] =>
  all.map(([ms, isOk], at) => {
    const endedAt = start + at * hours(1);
    return { endedAt, startedAt: endedAt - ms, isOk, isSlow: false, medianMs: null, error: isOk ? null : 'refused' };
  });

test('a mark is written for each change, and none for a row that is the same again', () => {
  const first = ended(start, seconds(40));
  const { history, kinds } = looks(
    first,
    first,
    { ...first, enabled: false },
    { ...first, host_keys: [{ fingerprint_sha256: 'a' }] },
    ended(start + hours(1), seconds(50), 'refused'),
  );
  expect(kinds).toEqual([
    ['enabled', 'host-keys', 'update'],
    [],
    ['enabled'],
    ['enabled', 'host-keys'],
    ['host-keys', 'update'],
  ]);
  expect(history.updates).toMatchObject([
    { isOk: true, startedAt: start - seconds(40), endedAt: start },
    { isOk: false, error: 'refused', medianMs: seconds(40) },
  ]);
});

test('the start of an update is known from an earlier look if the next update has begun', () => {
  const before = ended(start, seconds(4));
  const { history } = looks(before);
  const next: RemoteMirror = {
    ...before,
    update_status: 'started',
    last_update_at: toIso(start + minutes(5)),
    last_successful_update_at: toIso(start + minutes(5)),
    last_update_started_at: toIso(start + minutes(6)),
  };
  const seen = { ...history, startedAt: start + minutes(4) };
  expect(marksOf(seen, next)).toMatchObject([{ kind: 'update', isOk: true, startedAt: start + minutes(4) }]);
  expect(marksOf(history, next)).toMatchObject([{ kind: 'update', isOk: true, startedAt: null }]);
});

test('the median is that of successful updates with a known start', () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf(updates([100, true], [300, true], [9_000, false]))).toBe(200);
  expect(medianOf([...updates([100, true], [300, true]), { ...updates([7, true])[0]!, startedAt: null }])).toBe(200);
  expect(slowAfterMs(null)).toBe(minutes(10));
  expect(slowAfterMs(seconds(38))).toBe(minutes(10));
  expect(slowAfterMs(minutes(3))).toBe(minutes(15));
});

test('an update is slow if it takes longer than 10 minutes and 5 times the median', () => {
  const { history } = looks(
    ended(start, minutes(3)),
    ended(start + hours(1), minutes(15)),
    ended(start + hours(2), minutes(60)),
  );
  expect(history.updates.map(({ isSlow }) => isSlow)).toEqual([false, false, true]);
});

test('only 20 updates are compared', () => {
  const { history } = looks(...Array.from({ length: 30 }, (_, at) => ended(start + at * hours(1), seconds(1))));
  expect(history.updates).toHaveLength(20);
});

test('an update is stuck after 10 minutes and 5 times the median', () => {
  const row = mirror({ update_status: 'started', last_update_started_at: toIso(start) });
  const slow = { ...unseen, updates: updates([minutes(4), true]) };
  expect(alarmOf(row, unseen, settings(start + minutes(10)))).toBeNull();
  expect(alarmOf(row, unseen, settings(start + minutes(10) + 1))).toMatchObject({ kind: 'stuck', since: start });
  expect(alarmOf(row, slow, settings(start + minutes(20)))).toBeNull();
  expect(alarmOf(row, slow, settings(start + minutes(21)))).toMatchObject({ kind: 'stuck', medianMs: minutes(4) });
});

test('a failed mirror stays failed while it is tried again, and counts its failures in a row', () => {
  const history = { ...unseen, updates: updates([1, false], [1, true], [1, false], [1, false]) };
  const failed = ended(start + hours(3), 1, 'refused');
  const expected = { kind: 'failed', count: 2, since: start + hours(2) };
  expect(alarmOf(failed, history, settings(start + hours(4)))).toMatchObject(expected);
  expect(alarmOf({ ...failed, update_status: 'scheduled' }, history, settings(start + hours(4)))).toMatchObject(
    expected,
  );
  expect(alarmOf({ ...failed, enabled: false }, history, settings(start + hours(4)))).toBeNull();
});

test('a mirror whose failed update will be retried is a failed one', () => {
  const row = { ...ended(start + hours(1), 1, 'refused'), update_status: 'to_retry' };
  const { history } = looks(ended(start, 1), row);
  expect(history.updates.map(({ isOk }) => isOk)).toEqual([true, false]);
  const expected = { kind: 'failed', count: 1, since: start + hours(1) };
  expect(alarmOf(row, history, settings(start + hours(2)))).toMatchObject(expected);
});

test('changed host keys are an alarm until they are accepted, or are the former ones again', () => {
  const keys = (...prints: string[]) => mirror({ host_keys: prints.map((print) => ({ fingerprint_sha256: print })) });
  const { history } = looks(keys('a', 'b'), keys('b', 'c', 'd'));
  const now = settings(start);
  expect(alarmOf(mirror(), history, now)).toMatchObject({ kind: 'host_keys', added: 2, removed: 1 });
  const accepted = withMarks(history, [{ kind: 'accepted-keys', keys: ['b', 'c', 'd'] }], start);
  expect(alarmOf(mirror(), accepted, now)).toBeNull();
  expect(alarmOf(mirror(), looks(keys('a'), keys('b'), keys('a')).history, now)).toBeNull();
});

test('a mirror without success is overdue, and an alarm only if updates were tried', () => {
  const idle = ended(start, seconds(1));
  const later = settings(start + hours(7));
  expect(isOverdue(idle, settings(start + hours(5)))).toBe(false);
  expect(isOverdue(idle, later)).toBe(true);
  expect(alarmOf(idle, unseen, later)).toBeNull();
  const tried = { ...idle, update_status: 'scheduled', last_update_started_at: toIso(start + hours(1)) };
  expect(alarmOf(tried, unseen, later)).toMatchObject({ kind: 'no_success', since: start });
  expect(alarmOf(tried, unseen, settings(start + hours(5)))).toBeNull();
});

test('the record joins failures in a row, and leaves out ordinary successes', () => {
  const all = updates([1, true], [1, false], [1, false], [5, true], [1, true], [7, true], [1, false]);
  const slow = all.map((update, at) => ({ ...update, isSlow: at === 4 }));
  const events = eventsOf({ updates: slow.toReversed(), switches: [], keys: [], accepted: [], mutes: [] }, 50);
  expect(events.map(({ kind, count }) => [kind, count])).toEqual([
    ['failed', 1],
    ['finished', 0],
    ['slow', 0],
    ['recovered', 2],
  ]);
});
