import { createNotices, type Notices } from '#main/services/notices/notices.ts';
import type { Observation } from '#main/services/notices/notice.ts';
import { alerts } from '#main/state/alerts.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { NoticeSettings } from '#shared/contract/notices.ts';
import { fakeClock, silentLog, type FakeClock } from '../../helpers/fake-ports.ts';
import { databaseAt } from '../../state/migrations/database-at.ts';

type TestDatabase = ReturnType<typeof databaseAt>;

interface Given {
  db?: TestDatabase;
  clock?: FakeClock;
  settings?: Partial<NoticeSettings>;
  instance?: string | null;
}

interface NoticesRig {
  db: TestDatabase;
  clock: FakeClock;
  notices: Notices;
  /** What the desktop showed. */
  shown: { title: string; body: string }[];
  /** The numbers of unread notices that the windows got. */
  unread: number[];
  titles: () => string[];
  current: { settings: NoticeSettings };
}

/** The notices service on a database, with a clock that the test moves. */
export function noticesRig({
  db = databaseAt(newestVersion),
  clock = fakeClock(),
  settings = {},
  instance = null,
}: Given = {}): NoticesRig {
  const shown: { title: string; body: string }[] = [];
  const unread: number[] = [];
  const current = { settings: NoticeSettings.parse(settings) };
  const notices = createNotices({
    table: alerts(db),
    settings: () => current.settings,
    notifier: { notify: (notice) => void shown.push(notice) },
    clock,
    log: silentLog(),
    nameOf: () => 'Lab',
    instanceOf: () => instance,
    changed: (count) => void unread.push(count),
  });
  notices.start();
  const titles = (): string[] => notices.services.list({}).notices.map(({ title }) => title);
  return { db, clock, notices, shown, unread, titles, current };
}

/** An observation of runner `key`. */
export function runner(key: string, isAlarm: boolean, over: Partial<Observation> = {}): Observation {
  return {
    profileId: 'p1',
    kind: 'runner-offline',
    key,
    isAlarm,
    first: { label: 'Runners offline', filter: { status: 'offline' } },
    at: Date.parse('2026-11-20T08:00:00Z'),
    subject: `build-${key}`,
    title: `Runner build-${key} is offline`,
    body: 'It stopped contacting the instance.',
    recovered: ['runner-online', `Runner build-${key} is online again`],
    link: { page: 'runners', query: { id: key } },
    ...over,
  };
}

/** The observations of a runner that was fine and goes offline. */
export function lost(key: string, over: Partial<Observation> = {}): Observation[] {
  return [runner(key, false, over), runner(key, true, over)];
}
