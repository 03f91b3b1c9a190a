import type { Job } from '#shared/contract/job.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { PlatformConnection } from '../instance/connection.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { lostRows } from './lost-rows.ts';
import type { Profiles } from '../instance/profiles.svelte.ts';

const unfinished: readonly Job['state'][] = ['queued', 'running', 'waiting', 'interrupted', 'needs-person'];

interface JobDelta {
  jobs: Job[];
  removed: string[];
}
interface Platform {
  connection: PlatformConnection;
  profiles: Profiles;
}

/** Sync jobs and other jobs of the core, newest first. */
export class Jobs extends LastReply<Job[]> {
  /** Null until the first reply of the core. Without a network, running jobs are shown as waiting. */
  list = $derived.by(() => this.value?.map((job) => withNetworkWait(this.#platform, job)) ?? null);
  active = $derived((this.list ?? []).filter(({ state }) => unfinished.includes(state)));
  /** The newest job that runs or waits; if there is none, the newest queued one. */
  running = $derived.by(() => {
    const others = this.active.filter(({ state }) => state !== 'needs-person');
    return others.find(({ state }) => state !== 'queued') ?? others[0] ?? null;
  });
  /** Jobs that ask to mark rows as not returned, a group for each instance with several of them. */
  lostRows = $derived(lostRows(this.list ?? []));
  /** Jobs of all instances that wait for a decision, or whose last run failed. Of each group only the first job. */
  problems = $derived.by(() => {
    const others = this.lostRows.flatMap((group) => group.slice(1));
    return problemsOf(this.list ?? []).filter((job) => !others.includes(job));
  });
  /** Deltas that arrived while the list was loaded. They can be newer than the list. */
  #early: JobDelta[] = [];
  #loads = 0;
  #platform: Platform;

  constructor(session: Session, platform: Platform) {
    const changes = { changed: () => session.client.jobs.changed((delta) => this.#changed(delta)) };
    super(session, () => this.#read(), [changes], { onProfileChange: 'reload', everyMs: 0 });
    this.#platform = platform;
  }

  /** Start the sync of the users, or continue it. */
  syncUsers = async () => this.#put(await this.session.client.jobs.sync({ collection: 'users' }));

  /** Run an ended job again. */
  again = async (id: string) => this.#put(await this.session.client.jobs.again({ id }));
  cancel = async (id: string) => this.#put(await this.session.client.jobs.cancel({ id }));
  dismiss = async (id: string) => this.#put(await this.session.client.jobs.dismiss({ id }));

  /**
   * Confirm the rows that were not returned, for each of these jobs. Fails: the first failure, after all were tried.
   */
  async confirmNotReturned(ids: readonly string[]): Promise<void> {
    const { jobs } = this.session.client;
    const failures: unknown[] = [];
    for (const id of ids)
      await jobs.confirmNotReturned({ id }).then(
        (job) => this.#put(job),
        (thrown: unknown) => failures.push(thrown),
      );
    if (failures.length > 0) throw failures[0];
  }

  async #read(): Promise<Job[]> {
    this.#loads += 1;
    try {
      const { jobs } = await this.session.client.jobs.list();
      return this.#early.reduce(withDelta, newestFirst(jobs));
    } finally {
      this.#loads -= 1;
      if (this.#loads === 0) this.#early = [];
    }
  }

  #changed(delta: JobDelta): void {
    if (this.#loads > 0) this.#early.push(delta);
    if (this.value !== undefined) this.value = withDelta(this.value, delta);
  }

  #put(job: Job): Job {
    this.value = withDelta(this.value ?? [], { jobs: [job], removed: [] });
    return job;
  }
}

/**
 * A job as the window shows it: without a network its state is `waiting` without a time, also during one of its attempts.
 * Reads reactive state.
 */
function withNetworkWait({ connection, profiles }: Platform, job: Job): Job {
  const { state, failure, profileId } = job;
  const isBetweenAttempts = state === 'waiting' && failure?.code === 'offline';
  const isAttempt = state === 'running' && connection.isOffline && profileId === profiles.openId;
  return isBetweenAttempts || isAttempt ? { ...job, state: 'waiting', resumeAt: null, etaMs: null } : job;
}

/** The list after a change. Newest first. */
function withDelta(list: Job[], { jobs, removed }: JobDelta): Job[] {
  const left = new Set([...removed, ...jobs.map(({ id }) => id)]);
  return newestFirst([...jobs, ...list.filter(({ id }) => !left.has(id))]);
}

function newestFirst(jobs: Job[]): Job[] {
  return jobs.toSorted((a, b) => b.startedAt - a.startedAt);
}

/** Only the newest job of each kind, input and instance counts: an older failure is resolved by a later success. */
function problemsOf(jobs: Job[]): Job[] {
  const what = ({ kind, profileId, input }: Job): string => JSON.stringify([kind, profileId, input]);
  const newest = new Set(Array.from(Map.groupBy(jobs, what).values(), ([job]) => job));
  const isProblem = ({ state, isDismissed }: Job): boolean =>
    state === 'needs-person' || (state === 'failed' && isDismissed !== true);
  return jobs.filter((job) => newest.has(job) && isProblem(job));
}
