import { waitWhenHeld } from '#main/api/client/governor/wait-when-held.ts';
import { secretTexts } from '#main/api/client/wire/secrets.ts';
import type { CallInput, Endpoint, InputOf, Send } from '#main/api/types.ts';
import { maskSecrets } from '#main/changes/masking/masking.ts';
import { createPlanSecrets } from '#main/changes/masking/plan-secrets.ts';
import { planEngine } from '#main/changes/engine/plan-engine.ts';
import { cacheUpdates } from '#main/changes/engine/cache-updates.ts';
import { pendingOutcomes } from '#main/changes/engine/pending-outcomes.ts';
import { operations } from '#main/changes/operations/index.ts';
import type { EngineContext } from '#main/changes/engine/engine-context.ts';
import { stagedFiles } from '#main/changes/staged/staged-files.ts';
import { recentWrites, resourcePathOf } from '#main/changes/operation-kit/resources.ts';
import { failed } from '#main/log-events.ts';
import type { Ports, Secrets } from '#main/ports.ts';
import type { SendCounter } from '#main/state/open/send-counter.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { Plan } from '#shared/contract/changes.ts';
import type { StateTables } from '../state-tables.ts';
import type { instances } from '../instances/instances.ts';
import { later } from '../later.ts';
import { requestedRow } from '../lists/list-sources.ts';
import { untilAborted } from '../lists/one-at-a-time.ts';
import { targetOf } from './target-instance.ts';

interface Needs {
  ports: Pick<Ports, 'clock' | 'log'>;
  state: Pick<StateTables, 'plans' | 'journal' | 'capabilities' | 'catalogue' | 'blobs'>;
  secrets: Secrets;
  sends: SendCounter;
  opened: Pick<ReturnType<typeof instances>, 'of' | 'writerOf'>;
  start: (planId: string, profileId: string) => unknown;
  /** Like `start`, but not requested by a person, for instance when Reeve starts. */
  resume: (planId: string, profileId: string) => void;
  wake: (profileId: string) => void;
  changed: (plans: Plan[]) => void;
  journalChanged: (revision: number) => void;
  /** The platform replied to a write or to a read of a plan. */
  onReply: (profile: StoredProfile, name: string, reply: unknown) => void;
}

/** Changes of rows within this time are published as one event. The new state of a plan is published at once. */
const publishDelayMs = 120;

/** Open the write engine for all opened instances, and publish changes of plans and of the journal. */
export function openWriteEngine({ ports, state, secrets, sends, opened, start, wake, ...needs }: Needs) {
  const { clock, log } = ports;
  const { plans, journal } = state;
  const planSecrets = createPlanSecrets({ clock, secrets });
  const staged = stagedFiles({ ...state, clock });
  /** Plans that changed; null: the journal. */
  const touched = later<string | null>(clock, publishDelayMs, (all) => logged(() => publish(all)));
  const listeners = new Set<(planId: string) => void>();
  let revision = clock.now();
  let isClosed = false;

  function publish(all: ReadonlySet<string | null>): void {
    if (isClosed) return;
    const stored = [...all].map((id) => (id === null ? null : plans.stored(id)));
    const plansToPublish = stored.filter((plan) => plan !== null).map((plan) => engine.summary(plan));
    if (plansToPublish.length > 0) needs.changed(plansToPublish);
    if (all.has(null)) needs.journalChanged(revision);
  }

  /** No caller waits for this work, so a failure is only logged. */
  function logged(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      log.warn('plan changes not published', failed(thrown));
    }
  }

  const context: EngineContext = {
    operations,
    plans,
    journal,
    cacheUpdates: cacheUpdates({ clock, log, operations }),
    outcomes: pendingOutcomes(plans.transaction, (thrown) => log.warn('outcomes not stored yet', failed(thrown))),
    planSecrets,
    staged,
    sends,
    recentWrites: recentWrites(clock),
    clock,
    log,
    stops: new Map(),
    deadlines: new Map(),
    targetOf: async (profileId, onHeld) => {
      const instance = await opened.of(profileId);
      const target = targetOf(instance, opened.writerOf(instance), state);
      const onRequest: OnRequest = () => {
        const since = context.recentWrites.moment();
        return (endpoint, input, sent) => {
          const { name } = endpoint;
          try {
            const reply = withoutSentSecrets(sent, endpoint, input);
            needs.onReply(target.profile, name, reply);
            const row = requestedRow(endpoint, input, reply);
            const resources = [resourcePathOf({ op: name, path: input.path ?? {} })];
            // If the row was written after this request began, the reply may be older than the stored row
            if (row === null || context.recentWrites.isWrittenSince(target.profile.url, resources, since)) return;
            context.cacheUpdates.addRead({ ...row, by: 'details', now: clock.now() }, target.store);
          } catch (thrown) {
            // A failure here must not change the outcome of the write
            log.warn('reply not processed', { endpoint: name, ...failed(thrown) });
          }
        };
      };
      return Object.assign(target, {
        read: withListener(target.read, onRequest),
        write: withListener(onHeld === undefined ? target.write : waitWhenHeld(target.write, onHeld), onRequest),
      });
    },
    planChanged(planId, { isNewState = false } = {}) {
      touched.add(planId);
      for (const listener of listeners) listener(planId);
      // The change may be part of a transaction, which ends before the next microtask
      if (isNewState) queueMicrotask(touched.flush);
    },
    journalChanged() {
      revision += 1;
      touched.add(null);
    },
  };
  const engine = planEngine({ ...context, start, wake });
  function continuePlans(): void {
    if (isClosed) return;
    for (const { id, profileId } of [...interrupted.splice(0), ...engine.unfinished()]) needs.resume(id, profileId);
    engine.endLostWrites().catch((thrown: unknown) => {
      if (!isClosed) log.warn('lost writes not ended', failed(thrown));
    });
  }
  const interrupted = plans.pauseAll('restart');

  return {
    engine,
    context,
    planSecrets,
    revision: () => revision,
    /** Wait until a condition on a plan is true. It is checked at each change of the plan. Fails: `aborted`. */
    until: async (planId: string, isSo: (plan: Plan) => boolean, signal: AbortSignal): Promise<Plan> => {
      const { promise, resolve } = Promise.withResolvers<Plan>();
      const check = (id: string): void => {
        const plan = id === planId ? engine.get(planId) : null;
        if (plan !== null && isSo(plan)) resolve(plan);
      };
      listeners.add(check);
      try {
        check(planId);
        return await untilAborted(promise, signal);
      } finally {
        listeners.delete(check);
      }
    },
    /**
     * Delete old staged files. After a short delay, continue the plans that are being applied, and reconcile writes whose outcome is unknown.
     * Plans that an earlier run of Reeve was applying are only reconciled: a person must continue them.
     */
    resumeAll(): void {
      staged.start();
      later(clock, publishDelayMs, () => logged(continuePlans)).add();
    },
    close(): void {
      isClosed = true;
      engine.close();
      staged.close();
    },
  };
}

/** Called before a request. Returns a function that is called with the reply. */
type OnRequest = () => (endpoint: Endpoint, input: CallInput, reply: unknown) => void;

/** The same sender with a listener. */
function withListener(send: Send, onRequest: OnRequest): Send {
  const sendAndReport = async <E extends Endpoint>(endpoint: E, input?: InputOf<E>, signal?: AbortSignal) => {
    const onReply = onRequest();
    const reply = await send(endpoint, input, signal);
    onReply(endpoint, input ?? {}, reply);
    return reply;
  };
  const answer = async <E extends Endpoint>(endpoint: E, input?: InputOf<E>, signal?: AbortSignal) => {
    const onReply = onRequest();
    const reply = await send.answer(endpoint, input, signal);
    onReply(endpoint, input ?? {}, reply.value);
    return reply;
  };
  return Object.assign(sendAndReport, send, { answer });
}

/** The reply without the secrets that were sent: the platform may repeat them. */
function withoutSentSecrets(reply: unknown, endpoint: Endpoint, { path, query, body }: CallInput): unknown {
  const fields = { ...path, ...query, ...(typeof body === 'object' ? body : {}) };
  return maskSecrets(reply, endpoint.secrets, secretTexts(fields, endpoint.secrets));
}
export type WriteEngine = ReturnType<typeof openWriteEngine>;
