import { afterEach, expect, test, vi } from 'vitest';
import { days, minutes } from '#shared/time.ts';
import { rig, syncList, until } from '../helpers/rig.ts';
import type { ReeveClient } from '../helpers/window.ts';
import { movableClock } from './changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

const noticesOf = async (client: ReeveClient, count: number) =>
  until(
    async () => (await client.notices.list()).notices,
    (notices) => notices.length >= count,
  );

test('a runner that goes offline and comes back produces one notice each; a restart repeats none', async () => {
  const rigged = await rig();
  const { client, platform, ports } = rigged;
  const clock = movableClock();
  const runners = platform.world.runners;
  const [lost, ...others] = runners.all();
  const sync = async (current: ReeveClient) => {
    await syncList(current, 'runners');
    clock.pass(minutes(1));
  };
  for (const runner of [lost!, ...others])
    Object.assign(runner, { contacted_at: platform.clock.now(), beat_ms: null, paused: false });
  await sync(client);
  lost!.contacted_at = platform.clock.now() - days(1);
  await sync(client);
  expect(await noticesOf(client, 1)).toMatchObject([
    {
      ...{ kind: 'runner-offline', tone: 'alarm', isRead: false },
      link: { page: 'runners', query: { id: String(lost!.id) } },
    },
  ]);
  clock.pass(minutes(1));
  await until(
    () => ports.notified,
    (shown) => shown.some(({ title }) => title.endsWith('is offline')),
  );

  const again = await rigged.restart();
  await sync(again);
  lost!.contacted_at = platform.clock.now();
  await sync(again);
  const notices = await noticesOf(again, 2);
  expect(notices.map(({ tone }) => tone)).toEqual(['recovered', 'alarm']);
});

test('the notices of a profile are deleted with it', async () => {
  const { client, platform } = await rig();
  const clock = movableClock();
  const [first] = platform.world.runners.all();
  Object.assign(first!, { contacted_at: platform.clock.now() - days(1), beat_ms: null, paused: false });
  await syncList(client, 'runners');
  clock.pass(minutes(1));
  await noticesOf(client, 1);
  const { openId } = await client.profiles.list();
  await client.profiles.remove({ id: openId ?? '' });
  expect(await client.notices.list()).toEqual({ notices: [], unread: 0, total: 0 });
});
