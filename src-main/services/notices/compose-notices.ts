import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import type { StoredAlert } from '#main/state/alerts.ts';
import type { Connection } from '#shared/contract/host.ts';
import type { Job } from '#shared/contract/job.ts';
import { placeLabels } from '../catalogue/place-labels.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { listObservers } from './list-observers.ts';
import { createNotices } from './notices.ts';
import { changeNotices } from './observers/changes.ts';
import { jobStates } from './observers/jobs.ts';
import { accessState } from './observers/access.ts';
import { trayUpdates } from './tray-updates.ts';

interface Needs {
  ports: Ports;
  state: Pick<StateTables, 'alerts' | 'catalogue' | 'preferences' | 'profiles'>;
  instanceOf: (profileId: string) => Promise<Pick<Instance, 'reader'>>;
  changed: (unread: number) => void;
}

type Cache = Pick<Instance, 'reader' | 'store'>;

/** How many stored notices are compared with new ones. */
const lastNotices = 500;
const identityOf = ({ kind, key, at, title }: Pick<StoredAlert, 'kind' | 'key' | 'at' | 'title'>): string =>
  JSON.stringify([kind, key, at, title]);

/** Notices with the observers of jobs and lists. `observe` is for watches. */
export function noticesOf({ ports, state, instanceOf, changed }: Needs) {
  const nameOf = (profileId: string): string => state.profiles.get(profileId)?.name ?? '';
  const notices = createNotices({
    ...ports,
    table: state.alerts,
    settings: () => state.preferences.get().notices,
    nameOf,
    instanceOf: (profileId) => (state.profiles.list().length > 1 ? nameOf(profileId) || null : null),
    changed: (unread) => {
      changed(unread);
      tray.update();
    },
  });
  const tray = trayUpdates({
    ...ports,
    isWanted: () => state.preferences.get().hasTray,
    unreadAlarms: state.alerts.unreadAlarms,
  });
  const lists = listObservers({ ...ports, instanceOf, notices });
  /** The last observed refusals, by profile. */
  const refusals = new Map<string, Connection['refusal']>();
  const reports = new Map<string, Promise<void>>();
  async function reportWaiting(profileId: string, { reader, store }: Cache): Promise<void> {
    const { edges, last } = await store.waitingEdges(undefined);
    if (last === null) return;
    const labelOf = placeLabels(state.catalogue.knownIds(profileId));
    // Reeve may have ended after it stored these notices and before it called `edgesNoticed`
    const stored = new Set(state.alerts.list(profileId, lastNotices).map(identityOf));
    for (const one of await changeNotices({ profileId, reader, labelOf }, edges))
      if (!stored.has(identityOf(one))) notices.report(one, 'alarm');
    await store.edgesNoticed({ last });
    return reportWaiting(profileId, { reader, store });
  }

  return {
    observe: notices.observe,
    report: notices.report,
    services: notices.services,
    rowsChanged: (profileId: string, { collection }: { collection: string }): void =>
      lists.onChanged(profileId, collection),
    /** Report changes that concern security and have no notice yet. Calls run one after another, so none is reported twice. */
    reportEdges: (profileId: string, cache: Cache): Promise<void> => {
      const reported = (reports.get(profileId) ?? Promise.resolve())
        .then(() => reportWaiting(profileId, cache))
        .catch((thrown: unknown) => ports.log.warn('notices of changes not stored', failed(thrown)));
      reports.set(profileId, reported);
      return reported;
    },
    shown: (instances: ReadonlySet<Instance>): void => lists.follow(instances),
    jobsChanged: (_: readonly Job[], all: readonly Job[]): void => tray.jobs(all),
    connection: (profileId: string, connection: Connection): void => {
      const { refusal } = connection;
      tray.connection(profileId, connection.state);
      if (connection.state !== 'online' || refusals.get(profileId) === refusal) return;
      refusals.set(profileId, refusal);
      notices.observe(accessState(profileId, nameOf(profileId), refusal, ports.clock.now()));
    },
    /** Called at each start, even if the data folder can't be written. */
    begin(): void {
      notices.start();
      tray.update();
    },
    settingsChanged: (): void => {
      notices.settingsChanged();
      tray.update();
    },
    forget: (profileId: string): void => {
      reports.delete(profileId);
      refusals.delete(profileId);
      notices.forget(profileId);
      tray.forget(profileId);
    },
    /** A job ended or needs a decision. `text`: as in the scheduler. */
    jobEnded: (job: Job, text: { title: string; body: string } | null): void => {
      const { states, finished } = jobStates(job, text, ports.clock.now());
      notices.observe(...states);
      if (finished !== null) notices.report(finished);
    },
    close(): void {
      tray.stop();
      lists.stop();
      notices.stop();
    },
  };
}
