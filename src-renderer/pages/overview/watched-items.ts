import type { Figure, Overview, PlaceAlarms, Transfers } from '#shared/contract/overview.ts';
import type { MirrorAlarmKind } from '#shared/contract/remote-mirrors.ts';
import { shortMoment } from '#shared/text/en/moments.ts';
import { overview } from '#shared/text/en/overview.ts';
import { exportsToCheckPath, failedImportsPath, figurePath, rowPathOf } from '../../stores/window/address.ts';
import type { AttentionItem } from './attention-item.ts';

type MirrorAlarms = PlaceAlarms['mirrors'];
type WebhookAlerts = PlaceAlarms['webhooks'];

const words = overview.attention;
/** Above this number, problems of the same kind are one row. */
const mostSingle = 3;
const mirrorFigures = { failed: 'failed', stuck: 'stuck', host_keys: 'hostKeys', no_success: 'noSuccess' } as const;
const mirrorTones = { failed: 'bad', stuck: 'warn', host_keys: 'warn', no_success: 'warn' } as const;

/** Mirrors, webhooks, exports and imports that need attention. */
export function watchedItems(
  { mirrors, webhooks }: Pick<Overview, 'mirrors' | 'webhooks'>,
  transfers: Transfers | null,
): AttentionItem[] {
  return [...mirrorItems(mirrors), ...webhookItems(webhooks), ...(transfers === null ? [] : transferItems(transfers))];
}

/** Mirrors with an alarm. */
export function mirrorItems({ states, alarms }: MirrorAlarms): AttentionItem[] {
  const kinds = Object.keys(mirrorFigures) as MirrorAlarmKind[];
  return kinds.flatMap((kind) => {
    const [tone, text] = [mirrorTones[kind], words.mirrors[kind]];
    const single = alarms
      .filter(({ alarm }) => alarm.kind === kind)
      .map(({ scope, id, project, host, alarm }): AttentionItem => ({
        ...{ id: `mirror ${scope} ${id}`, tone, path: rowPathOf({ collection: 'remoteMirrors', scope, id }) },
        text: text.one(words.mirrorName(project ?? scope, host ?? String(id)), alarm.count),
        at: alarm.since,
      }));
    return itemsOf(states[mirrorFigures[kind]], single, { id: `mirrors ${kind}`, tone, textOf: text.many });
  });
}

/** Webhooks that are disabled or fail. */
export function webhookItems({ states, alerts }: WebhookAlerts): AttentionItem[] {
  return (['disabled', 'failing'] as const).flatMap((state) => {
    const [tone, text] = [state === 'disabled' ? ('bad' as const) : ('warn' as const), words.webhooks[state]];
    const single = alerts
      .filter((one) => one.state === state)
      .map(({ scope, id, name, disabledUntil }): AttentionItem => {
        const until = state === 'disabled' && disabledUntil !== null ? shortMoment(disabledUntil, Date.now()) : null;
        const path = rowPathOf({ collection: 'webhooks', scope, id });
        return { id: `webhook ${scope} ${id}`, tone, text: text.one(name ?? String(id), until), path };
      });
    return itemsOf(states[state], single, { id: `webhooks ${state}`, tone, textOf: text.many });
  });
}

/**
 * The items for one kind of problem: one for each row, or one for all rows if there are more than three or not all are
 * known.
 */
function itemsOf(
  figure: Figure,
  single: AttentionItem[],
  { id, tone, textOf }: Pick<AttentionItem, 'id' | 'tone'> & { textOf: (count: number) => string },
): AttentionItem[] {
  const { count } = figure;
  if (count <= mostSingle && single.length >= count) return count === 0 ? [] : single;
  return [{ id, tone, text: textOf(count), path: figurePath(figure), count }];
}

function transferItems({ attention, failedImports }: Transfers): AttentionItem[] {
  const items: AttentionItem[] = [];
  const [exported] = attention.rows;
  if (exported !== undefined) {
    const { count, rows } = attention;
    const tone = rows.some(({ state }) => state === 'failed' || state === 'refused') ? 'bad' : 'warn';
    const text = count === 1 ? words.export(exported.place, exported.state) : words.exports(count);
    items.push({ id: 'exports', tone, text, path: exportsToCheckPath, at: exported.polledAt, count });
  }
  const { first, count } = failedImports;
  if (first !== null) {
    const text = count === 1 ? words.import(first.label) : words.imports(count);
    items.push({ id: 'imports', tone: 'bad', text, path: failedImportsPath, at: first.statusAt, count });
  }
  return items;
}
