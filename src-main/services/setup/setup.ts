import type { Job } from '#shared/contract/job.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { Setup } from '#shared/contract/setup.ts';
import { offNames } from '#shared/off-places.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';
import { setupProgress, type Progress } from './setup-progress.ts';
import { runSetup, type RunContext, type RunNeeds } from './run-setup.ts';
import { phaseOf, progressOf, setupView } from './setup-view.ts';

/** The kind of the job that runs a setup. */
export const setupJobKind = 'setup';

type Needs = Pick<AppContext, 'state' | 'tokens' | 'clock' | 'emitTo' | 'jobs' | 'watches' | 'isAutomatic'> & {
  known: RunNeeds['known'];
};

/** The setup of each profile: its verbs, and the functions that the job and the other parts of the core call. */
export function setups({ state: tables, known, tokens, clock, emitTo, jobs, watches, isAutomatic }: Needs) {
  const { setups: table } = tables;
  const instances = new Map<string, Pick<Instance, 'connection'>>();
  const all = setupProgress({
    table,
    clock,
    onChanged(profileId, news) {
      const progress = all.load(profileId);
      const numbers = progressOf(progress, stateOf(profileId, progress), instances.get(profileId) ?? null);
      emitTo(profileId)('setup', 'changed', { ...numbers, ...news });
    },
  });
  /** The last reported state of each setup, to report a change of its job. */
  const reported = new Map<string, Setup['state']>();

  const jobOf = (profileId: string): Job | undefined =>
    jobs.list().find((job) => job.kind === setupJobKind && job.profileId === profileId);

  function stateOf(profileId: string, progress: Progress | null): Setup['state'] {
    if (progress === null) return 'none';
    const { state } = progress.setup;
    if (state !== 'running') return state;
    const job = jobOf(profileId);
    if (job?.state === 'running') return 'running';
    const isWaiting = job !== undefined && ['queued', 'waiting', 'interrupted'].includes(job.state);
    return isWaiting ? 'waiting' : 'stopped';
  }

  /** Start the setup of a profile that never had one, or continue one that was interrupted when Reeve ended. */
  async function begin(profileId: string, { asks = true }: { asks?: boolean } = {}): Promise<void> {
    const profile = tables.profiles.get(profileId);
    if (!isAutomatic || profile === null) return;
    const progress = all.load(profileId);
    const isOpen =
      progress === null || progress.setup.state === 'running' || (!asks && progress.setup.state === 'asks');
    if (!isOpen || (await tokens.find(profileId, profile)).token === null) return;
    // The profile may have been removed in the meantime
    if (tables.profiles.get(profileId) === null) return;
    const choice = asks ? null : ('everything' as const);
    if (all.load(profileId) === null) all.begin(profileId, choice, { isAgain: false });
    else if (choice !== null) all.load(profileId)?.set({ state: 'running', choice });
    if (!isDeciding(profileId)) jobs.start(setupJobKind, profileId);
  }
  /** A failed job and one that waits for a person are continued by a person only. */
  function isDeciding(profileId: string): boolean {
    const state = jobOf(profileId)?.state;
    return state === 'needs-person' || state === 'failed';
  }

  /**
   * The profile has another token, which may see more: its setup begins again, with the choice made before. A paused
   * setup stays paused.
   */
  function tokenReplaced(profileId: string): void {
    tables.placeDiscovery.removeRefused(profileId);
    if (!isAutomatic) return;
    const before = all.load(profileId)?.setup ?? null;
    const progress = all.begin(profileId, before?.choice ?? null, { isAgain: before !== null });
    if (before?.state === 'paused') progress.set({ state: 'paused' });
    else if (jobOf(profileId)?.state !== 'needs-person') jobs.start(setupJobKind, profileId);
  }

  function pause(profileId: string): void {
    const progress = all.load(profileId);
    if (progress?.setup.state === 'running') progress.set({ state: 'paused' });
  }

  function resume(profileId: string): void {
    const progress = all.load(profileId);
    if (progress === null) all.begin(profileId, null, { isAgain: false });
    else if (progress.setup.state !== 'running') progress.set({ state: 'running', finishedAt: null });
    jobs.start(setupJobKind, profileId);
  }

  /** The names of a place in `setup_off`. To switch it on, all of them are removed. */
  function namesOf(profileId: string, scope: Scope): string[] {
    const place = readScope(scope);
    if (place === null) return [];
    const row = tables.catalogue.get(profileId, place.kind, place.ref);
    return row === null ? [scope.toLowerCase()] : offNames(row);
  }

  function servicesOf(open: () => Instance) {
    const profileId = (): string => open().profile.id;
    return {
      get: () => {
        const instance = open();
        const progress = all.load(instance.profile.id);
        return setupView(tables, instance, progress, stateOf(instance.profile.id, progress), clock);
      },
      start: ({ choice }) => {
        const id = profileId();
        const progress = all.load(id);
        const isOver = progress === null || progress.setup.state === 'done';
        if (isOver) all.begin(id, choice, { isAgain: progress !== null });
        else progress.set({ choice });
        resume(id);
        return {};
      },
      pause: async () => {
        const id = profileId();
        pause(id);
        const job = jobOf(id);
        if (job?.finishedAt === null) await jobs.cancel(job.id);
        return {};
      },
      resume: () => {
        resume(profileId());
        return {};
      },
      searchFurther: () => {
        const id = profileId();
        const progress = all.load(id) ?? all.begin(id, null, { isAgain: false });
        // A further search may find many more places than the person agreed to, so a large number needs a new decision
        const choice = progress.setup.choice === 'everything' ? null : progress.setup.choice;
        progress.set({ choice, doc: { isFurther: true, searchedSince: clock.now() } });
        resume(id);
        return {};
      },
      setOff: ({ collections = [], places = [], keys = [], isOff }) => {
        const id = profileId();
        const named = [
          ...places.map((scope) => namesOf(id, scope)),
          ...tables.catalogue.byKeys(id, keys).map((row) => offNames(row)),
        ];
        table.setOff(id, 'collection', collections, isOff);
        table.setOff(id, 'place', isOff ? named.flatMap(([first]) => first ?? []) : named.flat(), isOff);
        all.load(id)?.set({});
        watches.follow(id);
        return {};
      },
    } satisfies Services<ReeveContract>['setup'];
  }

  return {
    servicesOf,
    begin,
    tokenReplaced,
    /** Run the setup of an instance, as its job. */
    async run(context: RunContext): Promise<Progress> {
      const { id } = context.instance.profile;
      instances.set(id, context.instance);
      const progress = all.load(id) ?? all.begin(id, null, { isAgain: false });
      if (progress.setup.state !== 'running') progress.set({ state: 'running' });
      await runSetup(progress, { tables, known, clock }, context);
      return progress;
    },
    /** The job was canceled. */
    pause,
    phaseOf: (profileId: string) => phaseOf(stateOf(profileId, all.load(profileId))),
    /** Report a change of the job to the windows. */
    jobsChanged: (list: readonly Job[]): void => {
      for (const { kind, profileId } of list) {
        if (kind !== setupJobKind) continue;
        const progress = all.load(profileId);
        const state = stateOf(profileId, progress);
        if (reported.get(profileId) === state) continue;
        reported.set(profileId, state);
        const numbers = progressOf(progress, state, instances.get(profileId) ?? null);
        emitTo(profileId)('setup', 'changed', { ...numbers, steps: [], isStale: true });
        watches.follow(profileId);
      }
    },
    forget: (profileId: string): void => {
      all.forget(profileId);
      instances.delete(profileId);
      reported.delete(profileId);
    },
    close: all.close,
  };
}
