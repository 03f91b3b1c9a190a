import { expect, test } from 'vitest';
import { days, hours, minutes } from '#shared/time.ts';
import { lost, noticesRig, runner } from './rig.ts';

test('a notice is produced when an alarm begins, when it ends (as a separate kind), and when it begins again', () => {
  const { notices, titles } = noticesRig();
  notices.observe(runner('7', false));
  expect(titles()).toEqual([]);
  notices.observe(runner('7', true, { at: 1_000 }));
  notices.observe(runner('7', true, { at: 2_000 }));
  expect(titles()).toEqual(['Runner build-7 is offline']);
  notices.observe(runner('7', false, { at: 3_000 }));
  notices.observe(runner('7', false, { at: 4_000 }));
  notices.observe(runner('7', true, { at: 5_000 }));
  expect(notices.services.list({}).notices.map(({ title, kind, tone, at }) => [title, kind, tone, at])).toEqual([
    ['Runner build-7 is offline', 'runner-offline', 'alarm', 5_000],
    ['Runner build-7 is online again', 'runner-online', 'recovered', 3_000],
    ['Runner build-7 is offline', 'runner-offline', 'alarm', 1_000],
  ]);
});

test('the end of an alarm without words for it produces no notice, and a later alarm does', () => {
  const { notices, titles } = noticesRig();
  notices.observe(...lost('7'), runner('7', false, { recovered: undefined }), runner('7', true));
  expect(titles()).toHaveLength(2);
});

test('the same key of another profile or kind is another subject', () => {
  const { notices } = noticesRig();
  notices.observe(...lost('7'), ...lost('7', { profileId: 'p2' }), ...lost('7', { kind: 'job-failed' }));
  expect(notices.services.list({})).toMatchObject({ total: 3, unread: 3 });
  expect(notices.services.list({ profileId: 'p1' })).toMatchObject({ total: 2, unread: 2 });
});

test('a restart repeats no notice', async () => {
  const before = noticesRig();
  before.notices.observe(...lost('7'));
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
  notices.observe(...lost('1'), ...lost('2'), ...lost('3'));
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
  notices.observe(...lost('1', { at: now - days(91) }), ...lost('2', { at: now - days(89) }));
  notices.observe(...lost('3', { at: now, profileId: 'p2' }));
  const later = noticesRig({ db, clock });
  expect(later.titles()).toEqual(['Runner build-3 is offline', 'Runner build-2 is offline']);
  later.notices.forget('p1');
  expect(later.titles()).toEqual(['Runner build-3 is offline']);
  later.notices.observe(...lost('1', { at: now }));
  expect(later.titles()).toContain('Runner build-1 is offline');
});

test('alarms of the first observation are one notice of the instance, with counts and links to their lists', async () => {
  const { notices, shown, clock } = noticesRig();
  notices.observe(
    runner('1', true),
    runner('2', false),
    runner('3', true, { first: { label: 'Runners stale', filter: {} } }),
  );
  notices.observe(runner('4', true));
  notices.observe(runner('1', true, { profileId: 'p2' }));
  const of = (profileId: string) => notices.services.list({ profileId }).notices;
  expect(of('p2')).toHaveLength(1);
  expect(of('p1')).toMatchObject([
    {
      ...{ kind: 'found', tone: 'info', title: '3 problems found on Lab' },
      found: [
        {
          ...{ label: 'Runners offline', count: 2 },
          link: { page: 'runners', query: { view: '{"filter":{"status":"offline"}}' } },
        },
        { label: 'Runners stale', count: 1 },
      ],
    },
  ]);
  await clock.advance(minutes(20));
  expect(shown).toEqual([]);
});

test('alarms that are found after their notice was read are a new notice; within an hour, they are added to the read one', async () => {
  const { notices, titles, clock } = noticesRig();
  notices.observe(runner('1', true));
  notices.services.markRead({ ids: null });
  notices.observe(runner('2', true));
  expect(notices.services.list({})).toMatchObject({ total: 1, unread: 1 });
  notices.services.markRead({ ids: null });
  await clock.advance(hours(2));
  notices.observe(runner('3', true));
  expect(titles()).toEqual(['1 problem found on Lab', '2 problems found on Lab']);
});

test('an alarm of the first observation has no separate notice, but its end and the next alarm have one', () => {
  const { notices, titles } = noticesRig();
  notices.observe(runner('1', true), runner('1', true), runner('1', false), runner('1', true));
  expect(titles().toSorted()).toEqual([
    '1 problem found on Lab',
    'Runner build-1 is offline',
    'Runner build-1 is online again',
  ]);
});

test('a subject that was not observed for 90 days is observed for the first time again', async () => {
  const { db, clock, notices } = noticesRig();
  notices.observe(runner('1', false, { at: clock.now() }), runner('2', false, { at: clock.now() }));
  await clock.advance(days(60));
  notices.observe(runner('1', false, { at: clock.now() }));
  await clock.advance(days(40));
  const later = noticesRig({ db, clock });
  later.notices.observe(runner('1', true), runner('2', true));
  expect(later.titles().toSorted()).toEqual(['1 problem found on Lab', 'Runner build-1 is offline']);
});

test('a first alarm about a request of Reeve itself has a separate notice', () => {
  const { notices, titles } = noticesRig();
  const { first: _, ...job } = runner('1', true, { kind: 'job-failed', title: 'Syncing users failed' });
  notices.observe(job);
  expect(titles()).toEqual(['Syncing users failed']);
});

test('the end of an alarm of a muted kind is muted, too', () => {
  const { notices } = noticesRig({ settings: { muted: ['runner-offline'] } });
  notices.observe(...lost('1'), runner('1', false));
  expect(notices.services.list({})).toMatchObject({ total: 2, unread: 0 });
});

test('an observation that cannot be stored does not fail, and the next one finds the same change', () => {
  const { db, notices, titles } = noticesRig();
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON alerts BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  notices.observe(...lost('7'));
  db.exec('DROP TRIGGER full');
  expect(titles()).toEqual([]);
  notices.observe(...lost('7'));
  expect(titles()).toEqual(['Runner build-7 is offline']);
});
