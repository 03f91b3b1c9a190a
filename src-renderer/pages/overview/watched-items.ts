import type { Overview, PlaceAlarms, Transfers } from '#shared/contract/overview.ts';
import type { MirrorAlarmKind } from '#shared/contract/remote-mirrors.ts';
import { shortMoment } from '#shared/text/en/moments.ts';
import { overview } from '#shared/text/en/overview.ts';
import { exportsToCheckPath, failedImportsPath, figurePath } from '../../stores/window/address.ts';
import type { AttentionItem } from './attention-item.ts';
import * as paths from './links.ts';

type MirrorAlarms = NonNullable<PlaceAlarms['mirrors']>;
type WebhookAlerts = NonNullable<PlaceAlarms['webhooks']>;
type WebhookProblem = keyof WebhookAlerts['states'];

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
export function mirrorItems(mirrors: MirrorAlarms): AttentionItem[] {
  const kinds = Object.keys(mirrorFigures) as MirrorAlarmKind[];
  return kinds.flatMap((kind) => mirrorItemsOf(mirrors, kind));
}

/** Webhooks that are disabled or fail. */
export function webhookItems(webhooks: WebhookAlerts): AttentionItem[] {
  const problems = ['disabled', 'failing'] as const;
  return problems.flatMap((state) => webhookItemsIn(webhooks, state));
}

function mirrorItemsOf({ states, alarms }: MirrorAlarms, kind: MirrorAlarmKind): AttentionItem[] {
  const figure = states[mirrorFigures[kind]];
  const tone = mirrorTones[kind];
  const own = alarms.filter(({ alarm }) => alarm.kind === kind);
  if (figure.count === 0) return [];
  if (figure.count > mostSingle || own.length < figure.count) {
    const text = words.mirrors[kind].many(figure.count);
    return [{ id: `mirrors ${kind}`, tone, text, path: figurePath(figure) }];
  }
  return own.map(({ scope, id, project, host, alarm }) => {
    const name = words.mirrorName(project ?? scope, host ?? String(id));
    const text = words.mirrors[kind].one(name, alarm.count);
    return {
      id: `mirror ${scope} ${id}`,
      tone,
      text,
      path: paths.rowPath('remoteMirrors', { scope, id }),
      at: alarm.since,
    };
  });
}

function webhookItemsIn({ states, alerts }: WebhookAlerts, state: WebhookProblem): AttentionItem[] {
  const figure = states[state];
  const tone = state === 'disabled' ? 'bad' : 'warn';
  const own = alerts.filter((one) => one.state === state);
  if (figure.count === 0) return [];
  if (figure.count > mostSingle || own.length < figure.count) {
    return [
      { id: `webhooks ${state}`, tone, text: words.webhooks[state].many(figure.count), path: figurePath(figure) },
    ];
  }
  return own.map(({ scope, id, name, disabledUntil }) => {
    const until = state === 'disabled' && disabledUntil !== null ? shortMoment(disabledUntil, Date.now()) : null;
    const text = words.webhooks[state].one(name ?? String(id), until);
    return { id: `webhook ${scope} ${id}`, tone, text, path: paths.rowPath('webhooks', { scope, id }) };
  });
}

function transferItems({ attention, failedImports }: Transfers): AttentionItem[] {
  const items: AttentionItem[] = [];
  const [exported] = attention.rows;
  if (exported !== undefined) {
    const { count, rows } = attention;
    const tone = rows.some(({ state }) => state === 'failed' || state === 'refused') ? 'bad' : 'warn';
    const text = count === 1 ? words.export(exported.place, exported.state) : words.exports(count);
    items.push({ id: 'exports', tone, text, path: exportsToCheckPath, at: exported.polledAt });
  }
  const { first, count } = failedImports;
  if (first !== null) {
    const text = count === 1 ? words.import(first.label) : words.imports(count);
    items.push({ id: 'imports', tone: 'bad', text, path: failedImportsPath, at: first.statusAt });
  }
  return items;
}
