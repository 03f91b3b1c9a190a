import { expect, test } from 'vitest';
import { hours, minutes, seconds } from '#shared/time.ts';
import { fakeClock } from '../../helpers/fake-ports.ts';
import { lost, noticesRig, runner } from './rig.ts';

test('one notice is shown with its own words, and the instance if there are several', async () => {
  const { notices, clock, shown } = noticesRig({ instance: 'Lab' });
  notices.observe(...lost('7'));
  await clock.advance(seconds(3));
  expect(shown).toEqual([{ title: 'Runner build-7 is offline (Lab)', body: 'It stopped contacting the instance.' }]);
});

test('notices of one kind are shown together, and later ones in one summary at the end of 10 minutes', async () => {
  const { notices, clock, shown } = noticesRig();
  notices.observe(...lost('1'), ...lost('2'), ...lost('3'));
  await clock.advance(seconds(3));
  expect(shown).toEqual([{ title: '3 runners went offline', body: 'build-1, build-2, build-3.' }]);
  for (const key of ['4', '5', '6']) {
    await clock.advance(minutes(2));
    notices.observe(...lost(key));
  }
  notices.observe(runner('1', false));
  await clock.advance(minutes(3));
  expect(shown.slice(1)).toEqual([{ title: 'Runner build-1 is online again', body: '' }]);
  await clock.advance(minutes(1));
  expect(shown.slice(2)).toEqual([{ title: '3 runners went offline', body: 'build-4, build-5, build-6.' }]);
});

test('another kind and another profile do not wait for each other', async () => {
  const { notices, clock, shown } = noticesRig();
  notices.observe(...lost('1'));
  await clock.advance(seconds(3));
  notices.observe(...lost('1', { profileId: 'p2' }), ...lost('1', { kind: 'job-failed', title: 'A failed' }));
  await clock.advance(seconds(3));
  expect(shown.map(({ title }) => title)).toEqual([
    'Runner build-1 is offline',
    'Runner build-1 is offline',
    'A failed',
  ]);
});

test('the 10 minutes hold over a restart, and also if the notices were cleared', async () => {
  const first = noticesRig();
  first.notices.observe(...lost('1'));
  await first.clock.advance(seconds(3));
  first.notices.services.clear({ ids: null });
  first.notices.observe(...lost('2'));
  await first.clock.advance(minutes(5));
  expect(first.shown).toHaveLength(1);

  const before = noticesRig();
  before.notices.observe(...lost('1'));
  await before.clock.advance(seconds(3));
  before.notices.observe(...lost('2'));
  before.notices.stop();
  const after = noticesRig({ db: before.db, clock: before.clock });
  await after.clock.advance(minutes(9));
  expect(after.shown).toEqual([]);
  await after.clock.advance(minutes(2));
  expect(after.shown).toMatchObject([{ title: 'Runner build-2 is offline' }]);
});

test('in quiet hours the desktop is silent, and shows one summary of all kinds afterwards', async () => {
  const evening = new Date(2026, 10, 20, 21, 59).getTime();
  const clock = fakeClock(evening);
  const { notices, shown, titles } = noticesRig({ clock, settings: { quiet: { from: '22:00', to: '07:00' } } });
  await clock.advance(minutes(2));
  notices.observe(...lost('1', { at: clock.now() }), ...lost('2', { at: clock.now() }));
  await clock.advance(hours(4));
  notices.observe(...lost('1', { kind: 'job-failed', title: 'A failed', at: clock.now() }));
  await clock.advance(hours(4));
  expect(shown).toEqual([]);
  expect(titles()).toHaveLength(3);
  await clock.advance(hours(2));
  expect(shown).toEqual([{ title: '3 notices during quiet hours', body: 'Runner offline: 2. Job failed: 1.' }]);
});

test('a restart in quiet hours loses no notice', async () => {
  const clock = fakeClock(new Date(2026, 10, 20, 23, 0).getTime());
  const settings = { quiet: { from: '22:00', to: '07:00' } };
  const before = noticesRig({ clock, settings });
  before.notices.observe(...lost('1', { at: clock.now() }));
  before.notices.stop();
  const after = noticesRig({ db: before.db, clock, settings });
  await clock.advance(hours(9));
  expect([...before.shown, ...after.shown]).toMatchObject([{ title: 'Runner build-1 is offline' }]);
});

test('a muted kind and a desktop that is switched off show nothing; muted notices do not count as unread', async () => {
  const { notices, clock, shown, current } = noticesRig({ settings: { muted: ['runner-offline'] } });
  notices.observe(...lost('1'));
  await clock.advance(minutes(20));
  expect(notices.services.list({})).toMatchObject({ total: 1, unread: 0 });
  current.settings = { ...current.settings, muted: [], isDesktop: false };
  notices.observe(...lost('2'));
  await clock.advance(minutes(20));
  expect(notices.services.list({})).toMatchObject({ total: 2, unread: 1 });
  current.settings = { ...current.settings, isDesktop: true };
  notices.settingsChanged();
  await clock.advance(minutes(20));
  expect(shown).toEqual([]);
});

test('a kind that is muted while its notices wait is not shown', async () => {
  const { notices, clock, shown, current } = noticesRig();
  notices.observe(...lost('1'));
  current.settings = { ...current.settings, muted: ['runner-offline'] };
  await clock.advance(minutes(20));
  expect(shown).toEqual([]);
});

test('names of the platform are shown without markup and invisible characters', async () => {
  const { notices, clock, shown } = noticesRig();
  notices.observe(...lost('1', { title: 'Runner <b>x</b>\u202e is offline\n', body: 'y'.repeat(1_000) }));
  await clock.advance(seconds(3));
  expect(shown[0]?.title).toBe('Runner ‹b›x‹/b› is offline');
  expect(shown[0]?.body).toHaveLength(401);
});

test('a clock that is set back a year does not silence the desktop', async () => {
  const clock = fakeClock(Date.parse('2027-11-20T08:00:00Z'));
  const before = noticesRig({ clock });
  before.notices.observe(...lost('1'));
  await clock.advance(seconds(3));
  before.notices.stop();
  const now = fakeClock(Date.parse('2026-11-20T08:00:00Z'));
  const after = noticesRig({ db: before.db, clock: now });
  after.notices.observe(...lost('2'));
  await now.advance(minutes(1));
  expect(after.shown).toHaveLength(1);
});
