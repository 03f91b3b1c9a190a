import { isDeepStrictEqual } from 'node:util';
import { failed } from '#main/log-events.ts';
import type { Clock, Log, Network } from '#main/ports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { beingRemoved } from '#main/services/instances/instances.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import { aborted, Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { notices } from '#shared/text/en/job-notices.ts';
import { withEstimate } from './estimate.ts';
import { jobDeltas, type JobDelta } from './job-deltas.ts';
import { jobSlots } from './job-slots.ts';
import {
  dismissedBy,
  fresh,
  isAboutRows,
  isUnfinished,
  leaveGiven,
  needsLeave,
  withoutOptions,
  type SavedJobs,
} from './job-state.ts';
import type { JobKind } from './job.ts';
import { placeQuestions } from './questions.ts';
import { questionAfter, retries } from './retries.ts';
import { newRun, type Run } from './run.ts';

interface Needs {
  kinds: readonly JobKind[];
  saved: SavedJobs;
  instanceOf: (profileId: string) => Promise<Instance>;
  /** Whether a profile is being removed: none of its jobs is started. */
  isRemoved: (profileId: string) => boolean;
  /** Free bytes on the disk of the caches; null: not known. */
  freeBytes: () => Promise<number | null>;
  emit: (delta: JobDelta) => void;
  clock: Clock;
  log: Log;
  network: Network;
  /** A job ended or asks. `text`: what to tell the person; null: nothing, for example because the job was short. */
  onEnded: (job: Job, text: { title: string; body: string } | null) => void;
}
const worthANoticeMs = seconds(10);
const keptEnded = 50;

/**
 * Runs jobs, at most one at a time for each kind, input and profile. If too many run for a profile, others are queued.
 * It waits and retries after failures that can pass, reports when a job ends or asks, and resumes interrupted and queued
 * jobs after a restart. It sends no requests and runs no SQL itself.
 */
export function scheduler({ kinds, saved, instanceOf, isRemoved, emit, clock, log, network, ...needs }: Needs) {
  saved.markInterrupted();
  const jobs = new Map<string, Job>(saved.list().map((job) => [job.id, job]));
  const runs = new Map<string, Run>();
  const requestSlot = jobSlots();
  const deltas = jobDeltas({ list, emit, clock });
  let isClosed = false;

  const endOfWatch = network.onChange((isOnline) => {
    if (isOnline) for (const run of runs.values()) run.wake.abort();
  });

  const sameAs = (name: string, profileId: string, input: JobInput) => {
    const kind = kinds.find((one) => one.name === name);
    const wanted = withoutOptions(input, kind);
    return (job: Job): boolean =>
      job.kind === name && job.profileId === profileId && isDeepStrictEqual(withoutOptions(job.input, kind), wanted);
  };

  function set(run: Run, change: Partial<Job>): void {
    show(run, change);
    if (change.state === undefined || change.state === run.stored) return;
    run.stored = change.state;
    keepQuietly(run.job);
  }

  /** Change a job for the windows, without storing the change. */
  function show(run: Run, change: Partial<Job>): void {
    run.job = { ...run.job, ...change };
    jobs.set(run.job.id, run.job);
    deltas.changed(run.job.id);
  }

  /** All jobs that have not ended, and the ones that ended last. Newest first. */
  function list(): Job[] {
    const ended = [...jobs.values()].filter(({ finishedAt }) => finishedAt !== null);
    ended.sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0));
    for (const { id } of ended.slice(keptEnded)) jobs.delete(id);
    return [...jobs.values()].sort((a, b) => b.startedAt - a.startedAt);
  }

  /** Start a job, continue an interrupted one, or return the same job that already runs for this profile. */
  function start(name: string, profileId: string, input: JobInput, resumed?: Job): Job {
    if (isClosed) throw aborted();
    if (isRemoved(profileId)) throw beingRemoved();
    const isSame = sameAs(name, profileId, input);
    const running = [...runs.values()].find(({ job }) => isSame(job));
    if (running !== undefined) return running.job;
    const kind = kinds.find((candidate) => candidate.name === name);
    if (kind === undefined) throw new Failure('invalid', `no job ${name}`);
    const same = list().filter(isSame);
    const waiting = same.find(isAboutRows);
    if (waiting !== undefined && resumed === undefined) return waiting;
    const standing = same.find((job) => isUnfinished(job) || needsLeave(job));
    const job: Job = resumed ?? (standing && { ...standing, input }) ?? fresh(name, profileId, input, clock.now());
    const slot = requestSlot(profileId, kind);
    const isQueued = !slot.isTaken();
    const state = !isQueued ? 'running' : job.state === 'interrupted' ? 'interrupted' : 'queued';
    const run = newRun(job, kind, slot, state);
    const begun: Partial<Job> = {
      ...leaveGiven(job),
      state,
      failure: null,
      resumeAt: null,
      finishedAt: null,
    };
    try {
      // A job that cannot be stored is not started, because a restart would lose it
      saved.upsert({ ...job, ...begun });
    } catch (thrown) {
      slot.release();
      throw thrown;
    }
    runs.set(job.id, run);
    set(run, begun);
    run.ended = drive(run)
      .catch((thrown: unknown) => log.error('job ended with an error', { job: name, ...failed(thrown) }))
      .finally(() => {
        runs.delete(job.id);
        slot.release();
      });
    return run.job;
  }

  /** A job continues even if its new state cannot be stored: the next start resumes it from its previous state. */
  function keepQuietly(job: Job): void {
    try {
      saved.upsert(job);
    } catch (thrown) {
      log.warn('job not stored', { job: job.kind, ...failed(thrown) });
    }
  }

  async function drive(run: Run): Promise<void> {
    if (!run.slot.isTaken()) {
      await run.slot.wait(run.cancel.signal).catch(() => undefined);
      if (run.ending !== null) return leave(run, run.ending, clock.now());
      // The time in the queue does not count as time of the job
      set(run, { state: 'running', startedAt: run.job.requests > 0 ? run.job.startedAt : clock.now() });
    }
    const beganAt = clock.now();
    let furthest = -1;
    const attempts = retries();
    for (;;) {
      try {
        const onHeld = (held: Failure | null): void => hold(run, held);
        const instance = (await instanceOf(run.job.profileId)).patient(onHeld);
        const estimate = withEstimate(clock);
        const report = (progress: object): void => {
          const isNews = Object.entries(progress).some(
            ([name, value]) => !isDeepStrictEqual(value, run.job[name as keyof Job]),
          );
          if (!isNews) return;
          set(run, estimate({ ...run.job, ...progress }));
          // Rows that an earlier attempt had already read are no progress, so they do not reset the count of failures
          if (run.job.rows <= furthest) return;
          furthest = Math.max(furthest, run.job.rows);
          attempts.progressed();
        };
        const outcome = await run.kind.run({
          ...{ instance, onHeld },
          input: run.job.input,
          startedAt: run.job.startedAt,
          limits: { agreedRows: run.job.agreedRows ?? 0, freeBytes: needs.freeBytes },
          agreedNotReturned: run.job.agreedNotReturned ?? 0,
          questions: questionsOf(run.job.profileId),
          clock,
          report,
          signal: run.cancel.signal,
        });
        if (outcome.kind === 'again') {
          set(run, { rows: 0, lanes: [] });
          continue;
        }
        if (outcome.kind === 'needs-person') return await ask(run, 'not-returned', beganAt);
        return await end(run, outcome.kind, null, beganAt, outcome.notice);
      } catch (thrown) {
        if (run.ending !== null) return leave(run, run.ending, beganAt);
        const failure = Failure.from(thrown);
        const question = questionAfter(failure);
        if (question !== undefined && run.kind.failed === undefined) return ask(run, question, beganAt);
        const waitMs = attempts.waitAfter(failure);
        if (waitMs === null) {
          log.error('job failed', { job: run.job.kind, ...failed(failure) });
          return end(run, 'failed', failure, beganAt);
        }
        await wait(run, failure, waitMs);
        if (run.ending !== null) return leave(run, run.ending, beganAt);
      }
    }
  }

  async function wait(run: Run, failure: Failure, waitMs: number): Promise<void> {
    const resumeAt = Math.max(failure.retryAtMs ?? 0, clock.now() + waitMs);
    run.wake = new AbortController();
    set(run, {
      state: 'waiting',
      resumeAt,
      retries: (run.job.retries ?? 0) + 1,
      etaMs: null,
      failure: failure.toData() as Job['failure'],
    });
    await clock
      .sleep(resumeAt - clock.now(), AbortSignal.any([run.cancel.signal, run.wake.signal]))
      .catch(() => undefined);
    if (run.ending === null) set(run, { state: 'running', resumeAt: null, failure: null });
  }

  /**
   * A rate limit holds a request of the run back for more than 10 s; null: the wait is over. The job stays stored as
   * running, because its other requests continue: if Reeve crashes meanwhile, the crash must count for this job.
   */
  function hold(run: Run, held: Failure | null): void {
    run.held += held === null ? -1 : 1;
    if (run.ending !== null || runs.get(run.job.id) !== run) return;
    if (held === null) {
      if (run.held === 0) show(run, { state: 'running', resumeAt: null, failure: null });
      return;
    }
    const failure = held.toData() as Job['failure'];
    show(run, { state: 'waiting', resumeAt: held.retryAtMs ?? null, etaMs: null, failure });
  }

  async function leave(run: Run, ending: 'cancel' | 'interrupt', beganAt: number): Promise<void> {
    if (ending === 'cancel') await end(run, 'cancelled', null, beganAt);
    else if (run.job.state !== 'queued')
      set(run, { state: 'interrupted', crashes: undefined, etaMs: null, resumeAt: null });
  }

  async function stop(ends: readonly Run[], ending: 'cancel' | 'interrupt'): Promise<void> {
    for (const run of ends) {
      run.ending = ending;
      run.cancel.abort();
    }
    await Promise.all(ends.map(({ ended }) => ended));
  }
  const runsOf = (profileId: string): Run[] => [...runs.values()].filter(({ job }) => job.profileId === profileId);

  async function end(
    run: Run,
    state: 'done' | 'failed' | 'cancelled',
    failure: Failure | null,
    beganAt: number,
    own?: { title: string; body: string },
  ): Promise<void> {
    if (state === 'cancelled')
      await run.kind.drop?.({ instance: await instanceOf(run.job.profileId), input: run.job.input });
    if (failure !== null) run.kind.failed?.({ input: run.job.input, failure });
    const data = failure === null ? null : (failure.toData() as Job['failure']);
    const ended = { state, crashes: undefined, finishedAt: clock.now(), etaMs: null, resumeAt: null, failure: data };
    set(run, { ...ended, ...dismissedBy(run.job, failure) });
    reportEnd(run, own ?? notices(run.job), beganAt);
  }

  async function ask(run: Run, asks: NonNullable<Job['asks']>, beganAt: number): Promise<void> {
    // One notification for all lists of an instance: the window shows their questions together
    const isNews =
      asks !== 'not-returned' || !list().some((job) => job.profileId === run.job.profileId && isAboutRows(job));
    set(run, { state: 'needs-person', asks, crashes: undefined, etaMs: null, resumeAt: null, failure: null });
    reportEnd(run, isNews ? notices(run.job) : null, beganAt);
  }

  function questionsOf(profileId: string) {
    return placeQuestions(profileId, {
      sameJobs: (name, input) => list().filter(sameAs(name, profileId, input)),
      isRunning: ({ id }) => runs.has(id),
      keep,
      remove(job) {
        saved.remove(job.id);
        jobs.delete(job.id);
        deltas.changed(job.id);
      },
      now: () => clock.now(),
    });
  }

  function reportEnd({ job }: Run, text: { title: string; body: string } | null, beganAt: number): void {
    needs.onEnded(job, clock.now() - beganAt > worthANoticeMs ? text : null);
  }

  function known(id: string): Job {
    const job = jobs.get(id);
    if (job === undefined) throw new Failure('missing', 'no such job');
    return job;
  }

  /** A job that asks about rows. Fails: `missing`, `conflict`. */
  function asking(id: string): Job {
    const job = known(id);
    if (!isAboutRows(job)) throw new Failure('conflict', 'this job does not ask about rows that were not returned');
    return job;
  }

  return {
    list,
    /** The questions about single places that jobs and watches of a profile ask. */
    questionsOf,
    start: (name: string, profileId: string, input: JobInput = {}) => start(name, profileId, input),
    /** Start a job without a person's request. A job that waits for a person is left alone. */
    startByItself(name: string, profileId: string, input: JobInput = {}): void {
      if (isRemoved(profileId)) return;
      const isSame = sameAs(name, profileId, input);
      if (!list().some((job) => isSame(job) && job.state === 'needs-person')) start(name, profileId, input);
    },
    /** The same job again, for the same instance. A job that waits for its next attempt makes it now. */
    again(id: string): Job {
      runs.get(id)?.wake.abort();
      const { kind, profileId, input } = known(id);
      return start(kind, profileId, input);
    },
    /** Cancel a job. The rows that it has stored stay; what is unfinished is discarded. */
    async cancel(id: string): Promise<Job> {
      const job = known(id);
      const run = runs.get(id);
      if (run === undefined) {
        if (job.finishedAt !== null) return job;
        const instance = await instanceOf(job.profileId);
        // Another job may have started the same sync meanwhile
        if (!jobs.has(id) || runs.has(id)) return job;
        await kinds.find(({ name }) => name === job.kind)?.drop?.({ instance, input: job.input });
        return keep({ ...job, state: 'cancelled', finishedAt: clock.now() });
      }
      await stop([run], 'cancel');
      return known(id);
    },
    /** Stop counting a failed job as a problem. Other jobs are not changed. */
    dismiss(id: string): Job {
      const job = known(id);
      return job.state === 'failed' ? keep({ ...job, isDismissed: true }) : job;
    },
    /**
     * A person agreed that the rows of a job are marked as not returned. If its sync run no longer exists, the job runs
     * again, and marks at most as many rows without a question.
     */
    async confirm(id: string): Promise<Job> {
      const { profileId } = asking(id);
      const instance = await instanceOf(profileId);
      // Another job may have started the same sync meanwhile
      const job = asking(id);
      try {
        await kinds.find(({ name }) => name === job.kind)?.accept?.({ instance, clock, input: job.input });
      } catch (thrown) {
        const { code, reason } = Failure.from(thrown);
        if (code !== 'conflict' && reason !== 'corrupt') throw thrown;
        return start(job.kind, profileId, job.input, { ...job, agreedNotReturned: job.notReturnedFound });
      }
      return keep({ ...job, state: 'done', finishedAt: clock.now() });
    },
    /** Resume the interrupted jobs, then the queued ones, the oldest first. */
    resumeAll(): void {
      const resumed = list().filter((job) => isUnfinished(job) && !runs.has(job.id) && !isRemoved(job.profileId));
      const isQueued = ({ state }: Job): number => (state === 'queued' ? 1 : 0);
      resumed.sort((a, b) => isQueued(a) - isQueued(b) || a.startedAt - b.startedAt);
      for (const job of resumed) start(job.kind, job.profileId, job.input, job);
    },
    /** End the waits of this profile's jobs, so that they retry at once. */
    wake(profileId: string): void {
      for (const run of runsOf(profileId)) run.wake.abort();
    },
    /** Interrupt the running jobs of a profile. `resumeAll` resumes them. */
    interrupt: (profileId: string): Promise<void> => stop(runsOf(profileId), 'interrupt'),
    /** Delete the jobs of a profile. None may be running. */
    forget: (profileId: string): void => {
      const own = [...jobs.values()].filter((job) => job.profileId === profileId);
      for (const { id } of own) {
        jobs.delete(id);
        deltas.changed(id);
      }
      saved.removeOf(profileId);
    },
    /** Interrupt all jobs. The next start of Reeve resumes them. */
    async close(): Promise<void> {
      isClosed = true;
      deltas.close();
      endOfWatch();
      await stop([...runs.values()], 'interrupt');
    },
  };

  function keep(job: Job): Job {
    if (isRemoved(job.profileId)) return job;
    jobs.set(job.id, job);
    saved.upsert(job);
    deltas.changed(job.id);
    return job;
  }
}
