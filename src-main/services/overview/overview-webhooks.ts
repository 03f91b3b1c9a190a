import type { CacheReader } from '#main/cache/store-api.ts';
import { webhookStates, type Overview, type WebhookState } from '#shared/contract/overview.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { WebhookListFilter } from '#shared/contract/webhooks.ts';
import { fromIso } from '#shared/time.ts';
import { firstRows, mostCells } from './overview-cells.ts';
import type { FreshnessOf } from './overview-freshness.ts';
import type { RowCounter } from './row-counter.ts';

/** The overview names at most this many webhooks that are disabled or fail. */
const mostAlerts = 4;

/** The webhooks of a scope, and the number of webhooks in each state. */
export async function webhooksOf(
  { reader, count, freshness }: { reader: CacheReader; count: RowCounter; freshness: FreshnessOf },
  scope: Scope | null,
  signal: AbortSignal,
): Promise<Overview['webhooks']> {
  const rows = reader.lists('webhooks');
  const figure = (filter: WebhookListFilter) => count({ collection: 'webhooks', scope, filter });
  const rowsOf = (state: WebhookState, most: number) =>
    firstRows(rows, scope, [{ filter: { state } }], { signal, most });
  const [{ live, completedAt }, all, alerting, states] = await Promise.all([
    rows.summary({ scope }, signal),
    figure({}),
    figure({ state: 'alerting' }),
    Promise.all(webhookStates.map(async (state) => [state, await figure({ state })] as const)),
  ]);
  const found: (Awaited<ReturnType<typeof rowsOf>>[number] & { state: WebhookState })[] = [];
  for (const state of webhookStates) {
    const some = await rowsOf(state, mostCells - found.length);
    found.push(...some.map((one) => ({ ...one, state })));
  }
  const cells = found.map(({ row, scope: at, state }) => ({ scope: at, id: row.id, name: nameOf(row), state }));
  const alerts = found
    .filter(({ state }) => state !== 'executable')
    .slice(0, mostAlerts)
    .map(({ row, scope: at, state }) => {
      return { scope: at, id: row.id, name: nameOf(row), state, disabledUntil: fromIso(row.disabled_until) };
    });
  return {
    ...{ live, completedAt, scope, all, alerting, cells, alerts },
    freshness: await freshness('webhooks', scope, signal),
    states: Object.fromEntries(states) as Overview['webhooks']['states'],
  };
}

function nameOf({ name, url }: { name?: string | null | undefined; url?: string | null | undefined }): string | null {
  return [name, url].find((text) => typeof text === 'string' && text.trim() !== '') ?? null;
}
