import { expect, test } from 'vitest';
import { days } from '#shared/time.ts';
import { noticesRig, runner } from './rig.ts';

test('only changes of a state produce notices: a first alarm, its end, and a later alarm', () => {
  const { notices, titles } = noticesRig();
  notices.observe(runner('7', false));
  expect(titles()).toEqual([]);
  notices.observe(runner('7', true, { at: 1_000 }));
  notices.observe(runner('7', true, { at: 2_000 }));
  expect(titles()).toEqual(['Runner build-7 is offline']);
  notices.observe(runner('7', false, { at: 3_000 }));
  notices.observe(runner('7', false, { at: 4_000 }));
  notices.observe(runner('7', true, { at: 5_000 }));
  expect(notices.services.list({}).notices.map(({ title, tone, at }) => [title, tone, at])).toEqual([
    ['Runner build-7 is offline', 'alarm', 5_000],
    ['Runner build-7 is online again', 'recovered', 3_000],
    ['Runner build-7 is offline', 'alarm', 1_000],
  ]);
});

test('the end of an alarm without words for it produces no notice, and a later alarm does', () => {
  const { notices, titles } = noticesRig();
  notices.observe(runner('7', true), runner('7', false, { recovered: undefined }), runner('7', true));
  expect(titles()).toHaveLength(2);
});

test('the same key of another profile or kind is another subject', () => {
  const { notices } = noticesRig();
  notices.observe(runner('7', true), runner('7', true, { profileId: 'p2' }), runner('7', true, { kind: 'job-failed' }));
  expect(notices.services.list({})).toMatchObject({ total: 3, unread: 3 });
  expect(notices.services.list({ profileId: 'p1' })).toMatchObject({ total: 2, unread: 2 });
});

test('a restart repeats no notice', async () => {
  const before = noticesRig();
  before.notices.observe(runner('7', true));
  await before.clock.advance(5_000);
  before.notices.stop();
  const after = noticesRig({ db: before.db, clock: before.clock });
  after.notices.observe(runner('7', true));
  await after.clock.advance(days(1));
  expect(after.titles()).toEqual(['Runner build-7 is offline']);
  expect(after.shown).toEqual([]);
});

test('notices are marked as read and cleared, all or some, and windows get the number of unread ones', () => {
  const { notices, unread, titles } = noticesRig();
  notices.observe(runner('1', true), runner('2', true), runner('3', true));
  const [newest] = notices.services.list({}).notices;
  expect(notices.services.markRead({ ids: [newest!.id] })).toEqual({ unread: 2 });
  expect(notices.services.list({}).notices.map(({ isRead }) => isRead)).toEqual([true, false, false]);
  expect(notices.services.clear({ ids: [newest!.id] })).toEqual({ unread: 2 });
  expect(notices.services.markRead({ ids: null })).toEqual({ unread: 0 });
  notices.services.clear({ ids: null });
  expect(titles()).toEqual([]);
  expect(unread).toEqual([3, 2, 2, 0, 0]);
  notices.observe(runner('1', true));
  expect(titles()).toEqual([]);
});

test('notices older than 90 days are deleted at the start, and those of a profile with it', () => {
  const { db, clock, notices } = noticesRig();
  const now = clock.now();
  notices.observe(runner('1', true, { at: now - days(91) }), runner('2', true, { at: now - days(89) }));
  notices.observe(runner('3', true, { at: now, profileId: 'p2' }));
  const later = noticesRig({ db, clock });
  expect(later.titles()).toEqual(['Runner build-3 is offline', 'Runner build-2 is offline']);
  later.notices.forget('p1');
  expect(later.titles()).toEqual(['Runner build-3 is offline']);
  later.notices.observe(runner('1', true, { at: now }));
  expect(later.titles()).toContain('Runner build-1 is offline');
});

test('subjects that are no longer alarms end without a notice, and a later alarm produces one', () => {
  const { notices, titles } = noticesRig();
  notices.observe(runner('1', true), runner('2', true));
  notices.endOthers('p1', 'runner-offline', new Set(['2']));
  expect(titles()).toHaveLength(2);
  notices.observe(runner('1', true), runner('2', true));
  expect(titles()).toHaveLength(3);
});

test('an observation that cannot be stored does not fail, and the next one finds the same change', () => {
  const { db, notices, titles } = noticesRig();
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON alerts BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  notices.observe(runner('7', true));
  db.exec('DROP TRIGGER full');
  expect(titles()).toEqual([]);
  notices.observe(runner('7', true));
  expect(titles()).toEqual(['Runner build-7 is offline']);
});
