import { figures } from '#shared/contract/figures.ts';
import type { Scoped } from '#shared/contract/collection.ts';
import { consoles } from '#shared/text/en/console.ts';
import { operationText } from '#shared/text/en/operation-text.ts';
import { webhookPage as words } from '#shared/text/en/webhook-page.ts';
import { webhooks as hookWords } from '#shared/text/en/webhooks.ts';
import { webhookEvents } from '#shared/text/en/webhook-events.ts';
import { allRows, defineList } from '../../console/define-list.ts';
import { enumOf, specParts } from '../../console/spec-parts.ts';
import { absentPart, type Shown, type ValuePart } from '../../console/facts/value-parts.ts';
import { plain, wordOf } from '../../console/values.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';
import { summaryOf } from '#shared/text/en/delivery-event.ts';
import { eventIdOf, resentOf, resultOf, type Delivery } from './delivery.ts';

export type Hook = RowOf<'webhooks'>;

export function hookName({ name, url, id }: Hook): string {
  return [name, url].find((text) => typeof text === 'string' && text.trim() !== '') ?? words.unnamed(id);
}

/** The list on the left. Its open row is the webhook whose deliveries are shown. */
export const hooksList = defineList(
  'webhooks',
  { ...hookWords, title: words.title },
  {
    columns: [],
    filters: [],
    views: [
      allRows,
      { id: 'alerting', name: words.views.alerting, query: { filter: figures.webhooksAlerting.filter } },
      { id: 'disabled', name: words.views.disabled, query: { filter: figures.webhooksDisabled.filter } },
      { id: 'unverified', name: words.views.unverified, query: { filter: { enable_ssl_verification: false } } },
    ],
    details: [],
    leading: ['id', 'name'],
    nameOf: hookName,
  },
);

const { deliveries } = words;
const triggers = webhookEvents.values?.trigger ?? {};
const { column, filters } = specParts('webhookEvents', deliveries);

const inTimeOrder = defineList(
  'webhookEvents',
  { ...webhookEvents, ...deliveries, title: words.title },
  {
    table: 'webhookDeliveries',
    columns: [
      column('response_status', 104, { isPinned: true, show: ({ row }) => responsePart(row) }),
      column('trigger', 140, { value: ({ trigger }) => wordOf(triggers, trigger) }),
      column('event', 240, {
        fields: ['request_data'],
        value: (row: Delivery) => summaryOf(row),
        show: (entry) => eventParts(entry),
      }),
      column('execution_duration', 96, { align: 'end', hiddenBelowPx: 840, show: ({ row }) => durationPart(row) }),
      column('first_seen_at', 100),
      column('resent_status', 104, { align: 'end', fields: [], show: ({ row }) => resentPart(row) }),
      column('scope', 160, { format: 'custom', isOptional: true }),
      column('url', 260, { isOptional: true, format: 'mono' }),
      column('age', 92, { isOptional: true }),
      column('id', 92, { format: 'mono' }),
    ],
    filters: filters(
      deliveries.filter,
      [
        ['result', 'status', 'code'],
        ['event', 'trigger', 'seen_after', 'seen_before'],
      ],
      { status: enumOf(deliveries.results), trigger: { control: { kind: 'text', words: triggers } } },
    ),
    views: [
      allRows,
      { id: 'failed', name: deliveries.views.failed, query: { filter: { status: 'failed' } } },
      { id: 'clientError', name: deliveries.views.clientError, query: { filter: { status: 'client_failure' } } },
      { id: 'serverError', name: deliveries.views.serverError, query: { filter: { status: 'server_failure' } } },
      { id: 'noResponse', name: deliveries.views.noResponse, query: { filter: { status: 'no_response' } } },
    ],
    details: [],
    leading: ['id', 'trigger'],
    nameOf: ({ id }: Delivery) => deliveries.numbered(id),
  },
);

/** The newest first by ID, because all deliveries of one check are first seen at the same time. */
export const deliveriesList: typeof inTimeOrder = { ...inTimeOrder, sort: { by: 'id', direction: 'desc' } };

/** The same for all webhooks, with the name of the webhook. */
export const allDeliveriesList: typeof deliveriesList = {
  ...deliveriesList,
  table: 'allWebhookDeliveries',
  columns: deliveriesList.columns.map((one) => (one.id === 'scope' ? { ...one, isOptional: false } : one)),
  unlisted: {
    title: deliveries.noneYet,
    text: deliveries.chooseToSync,
    action: deliveries.syncHooks,
    command: 'webhooks.sync',
  },
};

function responsePart(row: Delivery): ValuePart {
  const { code, tone } = resultOf(row);
  return {
    text: code ?? operationText.noResponse,
    chip: tone,
    title: code === null ? plain(row.response_status) : null,
  };
}

function eventParts({ row, isCut }: Scoped<Delivery>): Shown {
  const id = eventIdOf(row);
  const isShort = isCut === true && row.request_data === undefined;
  return [
    ...(id === null ? [] : [{ text: `${id.slice(0, 8)}…`, title: id, look: 'mono subtle spaced' }]),
    isShort ? { text: '…', title: consoles.cutWhy, look: 'subtle' } : { text: summaryOf(row), look: 'ellipsis' },
  ];
}

function durationPart({ execution_duration: took }: Delivery): ValuePart {
  /** Longer deliveries are marked, in seconds. */
  const slowFrom = 10;
  if (typeof took !== 'number') return absentPart();
  return { text: deliveries.seconds(took), look: took >= slowFrom ? 'warn-text' : 'cell-text' };
}

function resentPart(row: Delivery): ValuePart {
  const resent = resentOf(row);
  if (resent === null) return absentPart();
  const look = resent.tone === 'muted' ? 'cell-text' : `${resent.tone}-text`;
  return {
    text: resent.code ?? deliveries.noResponse,
    look,
    title: resent.code === null ? row.resent_status : null,
  };
}
