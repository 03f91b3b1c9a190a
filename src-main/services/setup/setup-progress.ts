import type { Clock } from '#main/ports.ts';
import { SetupDoc, type SetupTable, type StoredSetup } from '#main/state/setup.ts';
import type { SetupChoice, SetupStep } from '#shared/contract/setup.ts';
import { hours } from '#shared/time.ts';
import { later } from '../later.ts';
import { freshStep, stepIds } from './setup-steps.ts';

/** What has changed since the last event. */
export interface SetupNews {
  steps: SetupStep[];
  isStale: boolean;
}

interface Needs {
  table: Pick<SetupTable, 'get' | 'put'>;
  clock: Clock;
  onChanged: (profileId: string, news: SetupNews) => void;
}

const emitMs = 200;
const storeMs = 1_000;
/** A list that was synced within this time before the first start is not synced again. */
const freshForMs = hours(6);

/** The setups of all profiles in memory, stored at most once a second while they run, and reported to windows. */
export function setupProgress({ table, clock, onChanged }: Needs) {
  const all = new Map<string, Progress>();
  let isClosed = false;

  function load(profileId: string): Progress | null {
    const known = all.get(profileId);
    if (known !== undefined) return known;
    const stored = table.get(profileId);
    return stored === null ? null : add(profileId, stored);
  }

  function add(profileId: string, stored: StoredSetup): Progress {
    let now = stored;
    let isStored = true;
    const isInUse = (): boolean => !isClosed && all.get(profileId) === progress;
    const storing = later(clock, storeMs, store);
    /** IDs of the steps that changed; null: windows must request the whole setup again. */
    const news = later<string | null>(clock, emitMs, (changed) => {
      const steps = [...changed].filter((id) => id !== null).map((id) => progress.step(id));
      if (isInUse()) onChanged(profileId, { steps, isStale: changed.has(null) });
    });

    function store(): void {
      if (isStored || !isInUse()) return;
      isStored = true;
      table.put(profileId, now);
    }

    const progress: Progress = {
      get setup() {
        return now;
      },
      step: (id) => now.doc.steps[id] ?? freshStep(id),
      steps: () => stepIds.map((id) => progress.step(id)),
      setStep(id, change, ranMs = now.doc.ranMs) {
        const before = progress.step(id);
        const after = { ...before, ...change };
        now = { ...now, doc: { ...now.doc, ranMs, steps: { ...now.doc.steps, [id]: after } } };
        isStored = false;
        news.add(id);
        if (after.state === before.state) return storing.add();
        store();
        news.add(null);
      },
      set({ doc, ...change }) {
        now = { ...now, ...change, doc: { ...now.doc, ...doc } };
        isStored = false;
        store();
        news.add(null);
      },
      store,
    };
    all.set(profileId, progress);
    return progress;
  }

  return {
    load,
    /** A new setup, which replaces an earlier one. `isAgain`: a person started it, so that all lists are synced. */
    begin(profileId: string, choice: SetupChoice | null, { isAgain }: { isAgain: boolean }): Progress {
      const startedAt = clock.now();
      const before = load(profileId)?.setup.doc;
      const doc = SetupDoc.parse({
        freshSince: isAgain ? startedAt : startedAt - freshForMs,
        searchedSince: startedAt,
        membersOf: before?.membersOf ?? {},
      });
      const stored: StoredSetup = { state: 'running', choice, startedAt, finishedAt: null, doc };
      table.put(profileId, stored);
      return add(profileId, stored);
    },
    forget: (profileId: string): void => void all.delete(profileId),
    close: (): void => {
      for (const progress of all.values()) progress.store();
      isClosed = true;
    },
  };
}

export interface Progress {
  readonly setup: StoredSetup;
  step(id: string): SetupStep;
  /** All steps in order. */
  steps(): SetupStep[];
  /** `ranMs`: how long the setup ran until now. */
  setStep(id: string, change: Partial<SetupStep>, ranMs?: number): void;
  set(change: Partial<Omit<StoredSetup, 'doc'>> & { doc?: Partial<SetupDoc> }): void;
  store(): void;
}
