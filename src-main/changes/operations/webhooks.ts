import { webhooks as api } from '#main/api/endpoints/webhooks.ts';
import { toIso } from '#shared/time.ts';
import { deliveryEvent } from '#shared/text/en/delivery-event.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { findRows } from '../operation-kit/read-resource.ts';
import { nameIn, textOf } from '../operation-kit/probes.ts';

export const webhooks: OperationsOf<typeof api> = {
  'webhooks.resend': {
    names: {
      of: ({ path }) => ({ collection: 'webhooks', scope: `project:${path.id}`, id: Number(path.hook_id) }),
      label: ({ path }, { row, other }) => {
        const host = hostOf(textOf(other, 'url') ?? textOf(row, 'url'));
        return textOf(other, 'name') ?? host ?? words.numbered('webhook', path.hook_id);
      },
      detail: ({ path }, { row }) =>
        row === null ? words.numbered('delivery', path.hook_event_id) : deliveryEvent(row),
    },
    result: {
      field: 'response_status',
      before: (row) => nameIn(row, 'resent_status', 'response_status'),
      after: (reply, { status, reportedMessage }) => {
        if (reply !== null) return nameIn(reply, 'response_status');
        return hasNoResponse(status) ? (reportedMessage ?? words.noResponse) : null;
      },
      isGood: (status) => /^2\d\d$/.test(status),
    },
    // A resend changes only fields that its reply names
    canUseCachedRow: () => false,
    caches: {
      kind: 'row',
      collection: 'webhookEvents',
      id: 'hook_event_id',
      scope: 'project/hook',
      replyFields: ({ response_status: status }, now) => ({
        resent_status: typeof status === 'number' || typeof status === 'string' ? String(status) : null,
        resent_at: toIso(now),
      }),
      refusalFields: ({ status, reportedMessage }, now) =>
        hasNoResponse(status) ? { resent_status: reportedMessage ?? '', resent_at: toIso(now) } : null,
    },
  },
  'webhooks.create': {
    caches: { kind: 'new', collection: 'webhooks', scope: 'project' },
    resources: (write) => [[...resourcePathOf(write), 'url', textOf(write.body, 'url') ?? '']],
    read: readByAddress,
    readRequests: 1,
    comparable: () => ({}),
    probe: async (write, before, reading) => {
      if (mayReadDifferently(textOf(write.body, 'url'))) return 'unknown';
      const known = new Set(idsOf(before));
      return idsOf(await readByAddress(write, reading)).some((id) => !known.has(id)) ? 'applied' : 'not-applied';
    },
    names: { label: ({ body }) => textOf(body, 'name') ?? hostOf(textOf(body, 'url')) },
  },
};

/**
 * Whether a resend was refused because the receiver did not respond. A resend has no parameters that could be invalid;
 * which of the two statuses it has is not documented (document 1:179, readings 12).
 */
const hasNoResponse = (status: number | null): boolean => status === 400 || status === 422;

/** The webhooks of the project with this address; null: none. */
async function readByAddress({ path, body }: Write, reading: ReadContext): Promise<State | null> {
  const url = textOf(body, 'url');
  if (url === null || mayReadDifferently(url)) return null;
  const rows = await findRows(api.list, { path }, (row) => row['url'] === url, reading);
  return rows.length === 0 ? null : { ids: rows.map(({ id }) => id) };
}

/** The platform may return another text for an address with a password or a variable. */
const mayReadDifferently = (url: string | null) => url === null || /[@{}]/.test(url);
const idsOf = (state: State | null) => (state === null ? [] : (state['ids'] as unknown[]));

function hostOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.host ?? nameIn({ url }, 'url'));
}
