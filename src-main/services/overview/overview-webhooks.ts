import type { CacheReader } from '#main/cache/store-api.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import { webhookProblems, webhookStates, type Overview, type WebhookState } from '#shared/contract/overview.ts';
import { figures } from '#shared/contract/figures.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { WebhookListFilter } from '#shared/contract/webhooks.ts';
import { fromIso } from '#shared/time.ts';
import { firstRows, mostCells } from './overview-cells.ts';
import type { FreshnessOf } from './overview-freshness.ts';
import { figuresOf, type RowCounter } from './row-counter.ts';

interface Needs {
  reader: CacheReader;
  count: RowCounter;
}

/** The overview names at most this many webhooks that are disabled or fail. */
const mostAlerts = 4;

/** The webhooks of a scope, and the number of webhooks in each state. */
export async function webhooksOf(
  { freshness, ...needs }: Needs & { freshness: FreshnessOf },
  scope: Scope | null,
  signal: AbortSignal,
): Promise<Overview['webhooks']> {
  const { reader, count } = needs;
  const figure = (filter: WebhookListFilter) => count({ collection: 'webhooks', scope, filter });
  const [{ live, completedAt, refusedPlaces = 0 }, all, alerting, states, found] = await Promise.all([
    reader.lists('webhooks').summary({ scope }, signal),
    figure({}),
    figure(figures.webhooksAlerting.filter),
    figuresOf(webhookStates, (state) => figure({ state })),
    foundIn(webhookStates, needs, scope, { signal, most: mostCells }),
  ]);
  return {
    ...{ live, completedAt, refusedPlaces, scope, all, alerting, states },
    cells: found.map(({ row, scope: at, state }) => ({ scope: at, id: row.id, name: nameOf(row), state })),
    alerts: alertsOf(found),
    freshness: await freshness('webhooks', scope, signal),
  };
}

/** The webhooks of a scope that are disabled or fail, and their numbers. */
export async function webhookAlertsOf(needs: Needs, scope: Scope, signal: AbortSignal) {
  const [states, found] = await Promise.all([
    figuresOf(webhookProblems, (state) => needs.count({ collection: 'webhooks', scope, filter: { state } })),
    foundIn(webhookProblems, needs, scope, { signal, most: mostAlerts }),
  ]);
  return { states, alerts: alertsOf(found) };
}

/** The first rows in these states, one state after the other. */
async function foundIn(
  states: readonly WebhookState[],
  { reader }: Needs,
  scope: Scope | null,
  { signal, most }: { signal: AbortSignal; most: number },
) {
  const found: { row: RowOf<'webhooks'>; scope: Scope; state: WebhookState }[] = [];
  for (const state of states) {
    const queries = [{ filter: { state } }];
    const some = await firstRows(reader.lists('webhooks'), scope, queries, { signal, most: most - found.length });
    found.push(...some.map((one) => ({ ...one, state })));
  }
  return found;
}

function alertsOf(found: Awaited<ReturnType<typeof foundIn>>): Overview['webhooks']['alerts'] {
  return found
    .filter(({ state }) => state !== 'executable')
    .slice(0, mostAlerts)
    .map(({ row, scope, state }) => {
      return { scope, id: row.id, name: nameOf(row), state, disabledUntil: fromIso(row.disabled_until) };
    });
}

function nameOf({ name, url }: { name?: string | null | undefined; url?: string | null | undefined }): string | null {
  return [name, url].find((text) => typeof text === 'string' && text.trim() !== '') ?? null;
}
