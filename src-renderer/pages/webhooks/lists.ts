import { figures } from '#shared/contract/figures.ts';
import type { Scoped } from '#shared/contract/collection.ts';
import { consoles } from '#shared/text/en/console.ts';
import { operationText } from '#shared/text/en/operation-text.ts';
import { webhookPage as words } from '#shared/text/en/webhook-page.ts';
import { webhooks as hookWords } from '#shared/text/en/webhooks.ts';
import { webhookEvents } from '#shared/text/en/webhook-events.ts';
import { declaredList, enumOf, numberOf } from '../../console/declared-list.ts';
import { absentPart, type Shown, type ValuePart } from '../../console/facts/value-parts.ts';
import { plain } from '../../console/values.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';
import { summaryOf } from '#shared/text/en/delivery-event.ts';
import { eventIdOf, resentOf, resultOf, type Delivery } from './delivery.ts';

export type Hook = RowOf<'webhooks'>;

export function hookName({ name, url, id }: Hook): string {
  return [name, url].find((text) => typeof text === 'string' && text.trim() !== '') ?? words.unnamed(id);
}

/** The list on the left. Its open row is the webhook whose deliveries are shown. */
export const hooksList = declaredList(
  'webhooks',
  { ...hookWords, title: words.title },
  {
    columns: {},
    filters: [],
    views: [
      { id: 'alerting', name: words.views.alerting, query: { filter: figures.webhooksAlerting.filter } },
      { id: 'disabled', name: words.views.disabled, query: { filter: figures.webhooksDisabled.filter } },
      { id: 'unverified', name: words.views.unverified, query: { filter: { enable_ssl_verification: false } } },
    ],
    notReturnedId: null,
    details: [],
    nameOf: hookName,
    aboutOf: numberOf,
  },
);

const { deliveries } = words;

const inTimeOrder = declaredList(
  'webhookEvents',
  { ...webhookEvents, ...deliveries, title: words.title },
  {
    table: 'webhookDeliveries',
    columns: {
      response_status: { widthPx: 104, show: ({ row }) => responsePart(row) },
      trigger: 140,
      event: {
        widthPx: 240,
        fields: ['request_data'],
        value: (row) => summaryOf(row),
        show: (entry) => eventParts(entry),
      },
      execution_duration: { widthPx: 96, hiddenBelowPx: 840, show: ({ row }) => durationPart(row) },
      first_seen_at: 100,
      resent_status: { widthPx: 104, align: 'end', fields: [], show: ({ row }) => resentPart(row) },
      scope: { widthPx: 160, format: 'custom', isOptional: true },
      url: { widthPx: 260, isOptional: true, format: 'mono' },
      age: { widthPx: 92, isOptional: true },
      id: 92,
    },
    filters: [
      ['result', 'status', 'code'],
      ['event', 'trigger', 'seen_after', 'seen_before'],
    ],
    filterFields: { status: enumOf(deliveries.results) },
    views: [
      { id: 'failed', name: deliveries.views.failed, query: { filter: { status: 'failed' } } },
      { id: 'clientError', name: deliveries.views.clientError, query: { filter: { status: 'client_failure' } } },
      { id: 'serverError', name: deliveries.views.serverError, query: { filter: { status: 'server_failure' } } },
      { id: 'noResponse', name: deliveries.views.noResponse, query: { filter: { status: 'no_response' } } },
    ],
    notReturnedId: null,
    details: [],
    nameOf: ({ id }: Delivery) => deliveries.numbered(id),
    aboutOf: numberOf,
    isListOnly: false,
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
