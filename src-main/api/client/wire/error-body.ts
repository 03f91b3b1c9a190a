import { isDeeperThan, mostDepth } from '#shared/untrusted-json.ts';

const mostCharacters = 2_000;
const deepest = 4;

/** Keys of a message object that are not field names. Their message is about the whole input. */
const noFields = ['base', 'error'];

/** The `error` text of a 404 for an unknown route. A missing resource is reported in `message`. */
const noRoute = /^(404 )?not found\.?$/i;

/**
 * The message of the platform in the body of a refusal: `{message}` as a text or an object of fields, `{error}`,
 * `{errors}`, `{error_description}`, or plain text. The text is untrusted, so its length is limited and control
 * characters are removed.
 */
export function messageIn(body: string, isHtml: boolean): string | undefined {
  const parsed = parse(body);
  const words = parsed === undefined ? (isHtml ? withoutTags(body) : body) : wordsOf(parsed);
  return singleLine(words);
}

/** The text as one line of visible characters, with at most `most` characters; undefined if nothing is left. */
export function singleLine(text: string | undefined, most = mostCharacters): string | undefined {
  const line = text
    ?.slice(0, most * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most);
  return line === undefined || line === '' ? undefined : line;
}

/** The first field that a validation refusal names. */
export function fieldIn(body: string): string | undefined {
  const message = messageOf(parse(body));
  if (!isRecord(message)) return undefined;
  return singleLine(
    Object.keys(message).find((name) => !noFields.includes(name)),
    100,
  );
}

/** Whether the body of a 404 says that the route does not exist, and not that the resource does not. */
export function isNoRoute(body: string): boolean {
  const parsed = parse(body);
  if (!isRecord(parsed) || parsed['message'] !== undefined) return false;
  const { error } = parsed;
  return typeof error === 'string' && noRoute.test(error);
}

/**
 * Whether a 429 with this body is about one endpoint: `{"message":{"error":"This endpoint has been requested too many
 * times. …"}}`, or these words alone. The limit of the whole instance comes as text (`Retry later`), or with a plain
 * message.
 */
export function isEndpointLimit(body: string): boolean {
  const message = messageOf(parse(body));
  if (typeof message === 'string') return /^this endpoint has been requested too many times/i.test(message);
  return isRecord(message) && typeof message['error'] === 'string';
}

/**
 * Whether the body of a 429 was written by this API: its message begins with the status, or is about the limit of one
 * endpoint.
 */
export function isApiLimit(body: string): boolean {
  const message = messageOf(parse(body));
  return isEndpointLimit(body) || (typeof message === 'string' && message.startsWith('429'));
}

/** Whether the body is a refusal in the format of this API, and not a page of another server. */
export function isApiRefusal(body: string): boolean {
  const parsed = parse(body);
  // A list of `errors` is the format of other servers
  return messageOf(parsed) !== undefined && !(isRecord(parsed) && Array.isArray(parsed['errors']));
}

/** The `error` of an OAuth style refusal, such as `insufficient_scope`. */
export function errorIn(body: string): string | undefined {
  const parsed = parse(body);
  return isRecord(parsed) && typeof parsed['error'] === 'string' ? parsed['error'] : undefined;
}

function messageOf(parsed: unknown): unknown {
  if (!isRecord(parsed)) return undefined;
  return parsed['message'] ?? parsed['error_description'] ?? parsed['error'] ?? parsed['errors'] ?? undefined;
}

function wordsOf(parsed: unknown): string {
  const message = messageOf(parsed);
  if (message === undefined)
    return typeof parsed === 'string' ? parsed : JSON.stringify(parsed).slice(0, mostCharacters);
  const error = isRecord(parsed) ? parsed['error'] : undefined;
  const before = typeof error === 'string' && error !== message ? `${error}: ` : '';
  return before + flat(message, deepest);
}

function flat(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === 0) return '…';
  const items = Object.entries(value).slice(0, 50);
  if (Array.isArray(value)) return items.map(([, item]) => flat(item, depth - 1)).join(', ');
  return items.map(([key, item]) => `${noFields.includes(key) ? '' : `${key} `}${flat(item, depth - 1)}`).join('; ');
}

function withoutTags(html: string): string {
  return /<title[^<>]*>([^<]*)/i.exec(html)?.[1] ?? html.replace(/<[^>]*>?/g, ' ');
}

/** The newest body with its value: one body answers several questions, and a large one takes long to parse. */
let newest: { body: string; value: unknown } = { body: '', value: undefined };

function parse(body: string): unknown {
  if (newest.body !== body) newest = { body, value: readJson(body) };
  return newest.value;
}

function readJson(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return isDeeperThan(value, mostDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
