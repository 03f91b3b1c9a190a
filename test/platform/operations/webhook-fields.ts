import { RE2JS } from 're2js';
import { withMore } from '../gitlab/dialect.ts';
import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter, Refusal } from '../http/refusal.ts';
import { BRANCH_STRATEGIES, MORE_TRIGGERS, TRIGGERS } from '../world/webhooks.ts';
import type { Trigger, Webhook } from '../world/webhooks.ts';
import type { World } from '../world/world.ts';
import { interpolated } from './webhook-deliveries.ts';
import { requiredFilled } from './commit-requests.ts';

const MAX_CUSTOM_HEADERS = 20;

type Fields = Omit<Webhook, 'id' | 'project_id' | 'uuid' | 'created_at' | 'failures' | 'disabled_until'>;

/** The fields of a new webhook (document 1:180, readings 8). Fails: 422 for an invalid URL or filter. */
export function fieldsOf(world: World, body: Params): Fields {
  const read = reader(body);
  const url_variables = pairsOf(read, 'url_variables');
  const url = requiredFilled(read, 'url').trim();
  if (!isHookUrl(interpolated(url, { url_variables }))) throw new Refusal(422, { error: 'Invalid url given' });
  const strategy = read.oneOf('branch_filter_strategy', BRANCH_STRATEGIES) ?? 'wildcard';
  const filter = read.text('push_events_branch_filter') ?? '';
  if (!isFilter(strategy, filter)) throw new Refusal(422, { error: 'Invalid branch filter given' });
  // Push events are enabled by default.
  const isOn = (name: Trigger) => read.boolean(name) ?? name === 'push_events';
  const token = read.text('token') ?? '';
  return {
    url,
    name: read.text('name') ?? '',
    description: read.text('description') ?? '',
    push_events_branch_filter: filter,
    branch_filter_strategy: strategy,
    triggers: new Set(withMore(world, TRIGGERS, MORE_TRIGGERS).filter(isOn)),
    enable_ssl_verification: read.boolean('enable_ssl_verification') ?? true,
    token: token === '' ? null : headerValue(token, 'token'),
    url_variables,
    custom_headers: customHeaders(read),
    custom_webhook_template: read.text('custom_webhook_template') ?? '',
  };
}

function isHookUrl(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:\/\//i.test(text) && url.hostname !== '';
}

function isFilter(strategy: (typeof BRANCH_STRATEGIES)[number], filter: string) {
  if (strategy === 'wildcard') return !/[\s~^:?[\\]|\.\./.test(filter);
  if (strategy === 'all_branches') return true;
  try {
    RE2JS.compile(filter);
    return true;
  } catch {
    return false;
  }
}

function customHeaders(read: Reader) {
  const headers = pairsOf(read, 'custom_headers');
  const isName = ({ key }: { key: string }) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(key);
  if (headers.length > MAX_CUSTOM_HEADERS || !headers.every(isName))
    throw new Refusal(422, { error: 'Invalid custom headers given' });
  return headers.map(({ key, value }) => ({ key, value: headerValue(value, 'custom_headers') }));
}

/** A list of `{ key, value }`. The last one of a key is used. */
function pairsOf(read: Reader, name: string) {
  const pairs = new Map<string, string>();
  for (const item of read.hashes(name) ?? []) {
    const { required } = reader(item);
    pairs.set(required.text('key'), required.text('value'));
  }
  return [...pairs].map(([key, value]) => ({ key, value }));
}

function headerValue(value: string, name: string) {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw badParameter(`${name} is invalid`);
  return value;
}
