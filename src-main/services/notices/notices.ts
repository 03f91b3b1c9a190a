import { failed } from '#main/log-events.ts';
import type { AlertTable, NewAlert } from '#main/state/alerts.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { notices as words } from '#shared/text/en/notices.ts';
import { days, hours } from '#shared/time.ts';
import { desktopDelivery, type DesktopNeeds } from './desktop-delivery.ts';
import type { Happening, Observation } from './notice.ts';

interface Needs extends DesktopNeeds {
  table: AlertTable;
  nameOf: (profileId: string) => string;
  /** Called after notices were added, read or deleted, with the number of unread ones. */
  changed: (unread: number) => void;
}

const listed = 500;
/** Notices, and states of subjects that were not observed again, are deleted after this time. */
const keptMs = days(90);
/** An unchanged state is stored again after this time, so that it is not deleted. */
const storedAgainMs = days(30);
/** Alarms that are found within this time after the last found alarm are added to its notice, even if it was read. */
const togetherMs = hours(1);

/**
 * Notices about observed states. Only a change of a state produces one: the last state of each subject is stored, so that
 * neither a repeated observation nor a restart repeats a notice. Subjects that are alarms when Reeve first observes them
 * are counted in one notice of their instance.
 */
export function createNotices({ table, settings, clock, log, changed, ...needs }: Needs) {
  const desktop = desktopDelivery({ table, settings, clock, log, ...needs });

  /**
   * Store the current states of subjects, and produce notices for those that changed. May be called at every check.
   * Does not fail: if the states cannot be stored, the next call finds the same change.
   */
  function observe(...observations: readonly Observation[]): void {
    storeTogether(() => {
      const news = Map.groupBy(observations, noteState);
      const found = Map.groupBy(news.get('found') ?? [], ({ profileId }) => profileId);
      found.forEach(addFound);
      return found.size + (news.get('added')?.length ?? 0);
    });
  }

  /** Produce a notice about something that happened once; `alarm`: it needs attention. */
  function report(happening: Happening, tone: 'info' | 'alarm' = 'info'): void {
    storeTogether(() => {
      add(happening, tone);
      return 1;
    });
  }

  /** Store a state and add the notice about its change. `found`: an alarm of a subject that was not observed before. */
  function noteState(observation: Observation): 'none' | 'added' | 'found' {
    const { kind, isAlarm, at, recovered, first } = observation;
    const before = table.stateOf(observation);
    const isSame = before?.isAlarm === isAlarm;
    if (isSame && at - before.storedAt < storedAgainMs) return 'none';
    if (before === null && first === undefined && !isAlarm) return 'none';
    table.putState(observation);
    if (before === null && first !== undefined) return isAlarm ? 'found' : 'none';
    if (isSame) return 'none';
    if (isAlarm) add(observation, 'alarm');
    else if (recovered === undefined) return 'none';
    else add({ ...observation, kind: recovered[0], title: recovered[1], body: '' }, 'recovered', [], kind);
    return 'added';
  }

  /** Count alarms of first observations in the `found` notice of their instance. */
  function addFound(all: readonly Observation[], profileId: string): void {
    const at = clock.now();
    const last = table.list(profileId, listed).find(({ kind }) => kind === 'found');
    const isOpen = last !== undefined && (last.readAt === null || at - last.at < togetherMs);
    const found = isOpen ? last.found : [];
    for (const { first, link } of all) {
      if (first === undefined) continue;
      const list = { page: link.page, query: { view: JSON.stringify({ filter: first.filter }) } };
      const known = found.find(({ label }) => label === first.label);
      if (known === undefined) found.push({ label: first.label, count: 1, link: list });
      else Object.assign(known, { count: known.count + 1, link: list });
    }
    if (isOpen) table.clear([last.id]);
    const total = found.reduce((sum, { count }) => sum + count, 0);
    const subject = needs.nameOf(profileId);
    const about = { profileId, kind: 'found', key: '', at, subject, body: words.found.body } as const;
    const title = words.found.title(total, subject);
    add({ ...about, title, link: { page: '', query: {} } }, 'info', found);
  }

  /** `mutedWith`: the kind of the alarm that ended. */
  function add(happening: Happening, tone: NewAlert['tone'], found: NewAlert['found'] = [], mutedWith?: string): void {
    const { profileId, kind, key, at, subject, title, body, link } = happening;
    const { isDesktop, muted } = settings();
    const isMuted = muted.includes(kind) || muted.includes(mutedWith ?? kind);
    table.add({
      ...{ profileId, kind, key, at, tone, subject, title, body, link, found },
      readAt: isMuted ? at : null,
      desktop: isDesktop && !isMuted && kind !== 'found' ? 'waiting' : 'none',
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
      log.warn('notices not stored', failed(thrown));
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
    /** Delete old notices and states, and show notices on the desktop that the last run of Reeve did not show. */
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
