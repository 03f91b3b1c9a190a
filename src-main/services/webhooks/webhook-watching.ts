import type { Clock } from '#main/ports.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import { webhooks as api } from '#main/api/endpoints/webhooks.ts';
import type { Webhook } from '#shared/contract/webhooks.ts';
import { webhookNotices as words } from '#shared/text/en/webhook-notices.ts';
import { figures } from '#shared/contract/figures.ts';
import { days, minutes } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import type { Instance } from '../instances/instance.ts';
import type { Observation } from '../notices/notice.ts';
import { failedInARow, isAlerting, isDisabled, pausedUntil } from './webhook-health.ts';
import { pathOf, syncDeliveries } from './sync-deliveries.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';

/** The platform lists deliveries for this time (document 1:178). */
const listedMs = days(7);
/** The interval of a webhook that is open in a window, and of one that is alerting, unless its pause ends before. */
const soonMs = minutes(2);
const alertingMs = minutes(30);
/** A window that shows a webhook reports this again within this time. */
const openMs = minutes(5);
/** This many failed deliveries in a row are an alarm. */
const alarmAfter = 3;
/** Number of newest deliveries in which failures are counted. */
const mostLooked = 100;
/** The name of the watch of webhook deliveries. It is stored, so it must not change. */
export const deliveriesWatch = 'webhook-deliveries';

export interface Check {
  instance: Instance;
  clock: Clock;
  signal: AbortSignal;
}

/** What is known about the webhooks of each profile between two checks, and the checks themselves. */
export function webhookWatching({ state, archive, observe }: Pick<AppContext, 'state' | 'archive' | 'observe'>) {
  const table = state.webhookWatches;
  /** The times until which webhooks count as open, by profile and place. */
  const openUntil = new Map<string, number>();
  const openKey = (profileId: string, scope: Scope): string => `${profileId} ${scope}`;

  async function cachedHook({ reader }: Instance, scope: Scope, signal: AbortSignal): Promise<Webhook | null> {
    const [project] = splitScope(scope);
    return (await reader.lists('webhooks').detail({ scope: project, id: pathOf(scope).hook_id }, signal))?.row ?? null;
  }

  /** The newest deliveries in the cache, newest first. */
  async function newestOf({ reader }: Instance, scope: Scope, signal: AbortSignal) {
    const query = wholeList(scope, { sort: { by: 'id', direction: 'desc' } });
    const { rows } = await reader.lists('webhookEvents').list({ query, slice: { from: 0, count: mostLooked } }, signal);
    return rows.map(({ row }) => row);
  }

  return {
    /** The places of the deliveries of all known webhooks of a profile. */
    places: (profileId: string): Scope[] => table.of(profileId).map(({ scope }) => scope),

    /** A window shows the deliveries of a webhook, so they are checked more often for some minutes. */
    open: (profileId: string, scope: Scope, now: number): void =>
      void openUntil.set(openKey(profileId, scope), now + openMs),

    states: (profileId: string) => ({ hooks: table.of(profileId), gaps: table.gaps(profileId) }),

    /** To be called after the webhooks of a project were synced. Returns whether it has others than before. */
    async noteHooks(project: Scope, { instance, clock, signal }: Check): Promise<boolean> {
      const now = clock.now();
      const hooks: { scope: Scope; isAlerting: boolean }[] = [];
      for await (const piece of instance.reader.lists('webhooks').rows(allOf(wholeList(project)), signal)) {
        const scopeOf = ({ scope, row }: (typeof piece)[number]): Scope => `${scope}/hook:${row.id}`;
        hooks.push(...piece.map((one) => ({ scope: scopeOf(one), isAlerting: isAlerting(one.row, now) })));
        observe(...piece.map((one) => hookState(instance.profile.id, scopeOf(one), one.row, now)));
      }
      return table.replaceOf(instance.profile.id, project, hooks);
    },

    /**
     * Fetch the new deliveries of a webhook, archive them, and note a gap if the last check was longer ago than the
     * platform lists deliveries. `watermark`: the id of the newest delivery of the last complete check.
     * Fails: as the sender does.
     */
    async checkDeliveries(
      scope: Scope,
      { lastAt, watermark, ...check }: Check & { lastAt: number | null; watermark: string | null },
    ): Promise<{ changed: number; watermark: string | null; everyMs?: number }> {
      const { instance, clock, signal } = check;
      const { profile, reader, send, store } = instance;
      await archive.restoreOnce(instance, 'webhookEvents');
      const { completedAt } = await reader.lists('webhookEvents').summary({ scope }, signal);
      const startedAt = clock.now();
      const until = watermark === null ? null : Number(watermark);
      const { changed, newest } = await syncDeliveries(scope, until, check);
      if (changed > 0) await archive.storeNewest(instance, 'webhookEvents', scope, changed);
      const before = Math.max(lastAt ?? 0, completedAt ?? 0);
      if (before > 0 && startedAt - before > listedMs)
        table.addGap(profile.id, { scope, from: before, until: startedAt - listedMs });

      const key = openKey(profile.id, scope);
      const isOpen = (openUntil.get(key) ?? 0) > startedAt;
      if (!isOpen) openUntil.delete(key);
      let hook = await cachedHook(instance, scope, signal);
      if (isOpen || table.get(profile.id, scope)?.isAlerting === true) {
        hook = await send(api.get, { path: pathOf(scope) }, signal);
        const [project] = splitScope(scope);
        await store.put({
          place: { collection: 'webhooks', scope: project },
          id: hook.id,
          record: hook,
          by: 'details',
          now: clock.now(),
        });
        table.put(profile.id, { scope, isAlerting: isAlerting(hook, clock.now()) });
        observe(hookState(profile.id, scope, hook, clock.now()));
      }
      const newestDeliveries = await newestOf(instance, scope, signal);
      const failing = failedInARow(newestDeliveries);
      table.setFailing(profile.id, scope, failing);
      const name = hook?.name ?? hook?.url ?? scope;
      observe({
        ...aboutHook(profile.id, scope, name, clock.now()),
        ...{ kind: 'webhook-failing', isAlarm: failing >= alarmAfter },
        // The list of webhooks has no filter for failed deliveries; it only marks these webhooks
        first: { label: words.failing.first, filter: {} },
        title: words.failing.title(name),
        body: words.failing.body(failing),
        // Without cached deliveries, it isn't known whether one has succeeded
        ...(failing === 0 &&
          newestDeliveries.length > 0 && { recovered: ['webhook-delivering', words.failing.recovered(name)] }),
      });
      const watched = { changed, watermark: newest === null ? null : String(newest) };
      if (!isOpen && table.get(profile.id, scope)?.isAlerting !== true) return watched;
      const pausedMs = (hook === null ? null : pausedUntil(hook, startedAt)) ?? Number.POSITIVE_INFINITY;
      return { ...watched, everyMs: isOpen ? soonMs : Math.max(soonMs, Math.min(alertingMs, pausedMs - startedAt)) };
    },
  };
}
export type WebhookWatching = ReturnType<typeof webhookWatching>;

/** Whether the platform has disabled a webhook, or reports a problem of it. */
function hookState(profileId: string, scope: Scope, hook: Webhook, now: number): Observation {
  const name = hook.name ?? hook.url ?? `#${hook.id}`;
  const until = pausedUntil(hook, now);
  const own = isDisabled(hook, now) ? words.disabled : words.reported;
  const { filter } = isDisabled(hook, now) ? figures.webhooksDisabled : figures.webhooksReported;
  return {
    ...aboutHook(profileId, scope, name, now),
    ...{ kind: 'webhook-disabled', isAlarm: isAlerting(hook, now) },
    first: { label: own.first, filter },
    title: own.title(name),
    body: until === null ? words.disabled.body(hook.alert_status ?? '') : words.disabled.paused(timeOf(until)),
    recovered: ['webhook-enabled', words.disabled.recovered(name)],
  };
}

function aboutHook(profileId: string, scope: Scope, name: string, at: number) {
  const link = { page: 'webhooks', query: { id: String(pathOf(scope).hook_id), at: splitScope(scope)[0] } };
  return { profileId, key: scope, at, subject: name, link };
}

/** The time of day with the date, in the local time of this computer. */
const timeOf = (epochMs: number): string =>
  new Date(epochMs).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
