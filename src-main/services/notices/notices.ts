import type { Clock, Log, Notifier } from '#main/ports.ts';
import type { AlertTable, NewAlert } from '#main/state/alerts.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { NoticeSettings } from '#shared/contract/notices.ts';
import { Failure } from '#shared/errors.ts';
import { days } from '#shared/time.ts';
import { desktopDelivery } from './desktop-delivery.ts';
import type { Happening, Observation } from './notice.ts';

interface Needs {
  table: AlertTable;
  settings: () => NoticeSettings;
  notifier: Notifier;
  clock: Clock;
  log: Log;
  instanceOf: (profileId: string) => string | null;
  /** Called after notices were added, read or deleted, with the number of unread ones. */
  changed: (unread: number) => void;
}

const listed = 500;
const keptMs = days(90);

/**
 * Notices about observed states. Only a change of a state produces one: states that are alarms now are stored, so
 * that neither a repeated observation nor a restart repeats a notice.
 */
export function createNotices({ table, settings, clock, log, changed, ...needs }: Needs) {
  const desktop = desktopDelivery({ table, settings, clock, log, ...needs });

  /**
   * Store the current states of subjects, and produce notices for those that changed. May be called at every check.
   * Does not fail: if the states cannot be stored, the next call finds the same change.
   */
  function observe(...observations: readonly Observation[]): void {
    storeTogether(() => observations.filter(noteState).length);
  }

  /** Produce a notice about something that happened once; `alarm`: it needs attention. */
  function report(happening: Happening, tone: 'info' | 'alarm' = 'info'): void {
    storeTogether(() => {
      add(happening, tone, happening.title);
      return 1;
    });
  }

  /** The subjects of a kind that are alarms and are not among these keys are fine now. Produces no notices. */
  function endOthers(profileId: string, kind: Observation['kind'], keys: ReadonlySet<string>): void {
    storeTogether(() => {
      for (const key of table.alarms(profileId, kind)) if (!keys.has(key)) table.endAlarm({ profileId, kind, key });
      return 0;
    });
  }

  /** Returns whether a notice was added. */
  function noteState(observation: Observation): boolean {
    const { profileId, kind, key, isAlarm, at, title, recovered } = observation;
    if (table.isAlarm({ profileId, kind, key }) === isAlarm) return false;
    if (isAlarm) table.beginAlarm({ profileId, kind, key, since: at });
    else table.endAlarm({ profileId, kind, key });
    if (!isAlarm && recovered === undefined) return false;
    add(observation, isAlarm ? 'alarm' : 'recovered', recovered !== undefined && !isAlarm ? recovered : title);
    return true;
  }

  function add(about: Happening, tone: NewAlert['tone'], title: string): void {
    const { profileId, kind, key, at, subject, body, link } = about;
    const { isDesktop, muted } = settings();
    const isMuted = muted.includes(kind);
    table.add({
      ...{ profileId, kind, key, at, tone, subject, title, link },
      body: tone === 'recovered' ? '' : body,
      readAt: isMuted ? at : null,
      desktop: isDesktop && !isMuted ? 'waiting' : 'none',
    });
  }

  function storeTogether(work: () => number): void {
    try {
      let added = 0;
      table.together(() => (added = work()));
      if (added === 0) return;
      desktop.poke();
      changed(table.unread(null));
    } catch (thrown) {
      log.warn('notices not stored', { message: Failure.from(thrown).message });
    }
  }

  function changedBy(work: () => void): { unread: number } {
    work();
    const unread = table.unread(null);
    changed(unread);
    return { unread };
  }

  return {
    observe,
    report,
    endOthers,
    /** Delete old notices, and show on the desktop what the last run did not. */
    start(): void {
      table.removeBefore(clock.now() - keptMs);
      desktop.poke();
    },
    settingsChanged: desktop.poke,
    forget: (profileId: string): void => void changedBy(() => table.removeOf(profileId)),
    stop: desktop.stop,
    services: {
      list: ({ profileId = null } = {}) => ({
        notices: table.list(profileId, listed).map(({ readAt, ...alert }) => ({ ...alert, isRead: readAt !== null })),
        unread: table.unread(profileId),
        total: table.total(profileId),
      }),
      markRead: ({ ids }) => changedBy(() => table.markRead(ids, clock.now())),
      clear: ({ ids }) => changedBy(() => table.clear(ids)),
    } satisfies Services<ReeveContract>['notices'],
  };
}
export type Notices = ReturnType<typeof createNotices>;
