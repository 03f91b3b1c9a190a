import { decoded } from '#shared/contract/decoded.ts';
import { Failure } from '#shared/errors.ts';
import type { ReplyBody } from './reply-body.ts';

/** The replacement for secrets wherever they would be shown. */
export const masked = '[secret]';

/** Query names that are secret on every endpoint (document 1:202). */
const alwaysSecret = ['job_token', 'private_token', 'access_token'];

/** The fields with the secret ones masked, for a log. */
export function maskFields<T>(
  fields: Readonly<Record<string, T>>,
  names: readonly string[],
): Record<string, T | string> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, isSecret(key, names) ? masked : value]));
}

/** Path and query of a URL with secret values masked, for a log. */
export function maskUrl(url: URL, names: readonly string[]): string {
  const pairs = url.search.slice(1).split('&');
  const shown = pairs.map((pair) => {
    const key = pair.split('=', 1)[0] ?? '';
    return isSecret(key, names) ? `${key}=${masked}` : pair;
  });
  return url.pathname + (url.search === '' ? '' : `?${shown.join('&')}`);
}

/** An address as a person pasted it, without user name and password before its host and without tokens in its query. */
export function withoutCredentials(text: string): string {
  const bare = text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/\s:]*:[^/\s]*@/i, '$1');
  return alwaysSecret.reduce((rest, name) => rest.replaceAll(new RegExp(`([?&]${name}=)[^&#]*`, 'gi'), '$1'), bare);
}

/** Whether a field is secret: on every endpoint, or in `names`. */
export function isSecret(name: string, names: readonly string[] = []): boolean {
  const plain = name.split(/[[%]/, 1)[0] ?? name;
  return alwaysSecret.includes(plain) || names.includes(plain);
}

/**
 * All texts in the secret fields, and all addresses with a password in any field, so that they can be removed from
 * replies.
 */
export function secretTexts(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return Object.entries(fields).flatMap(([key, value]) => (isSecret(key, names) ? textsIn(value) : addressesIn(value)));
}

/** The shortest token that is removed from replies. Real tokens are longer, and shorter ones could occur in other words. */
const leastToken = 12;

/** A body that repeats the token more often is dropped: removing every copy would take seconds. */
const mostQuotes = 1_000;

/** The reply with every copy of the request's token removed. If the body has more than 1,000 copies, it is dropped. */
export function withoutToken<R extends ReplyBody & { headers: Readonly<Record<string, string>> }>(
  reply: R,
  token: string | null,
): R {
  if (token === null || token.length < leastToken) return reply;
  const { buffer, byteOffset, byteLength } = reply.bytes;
  const pairs = Object.entries(reply.headers);
  const quotes = quotesIn(Buffer.from(buffer, byteOffset, byteLength), token);
  if (quotes === 0 && !pairs.some(([, text]) => text.includes(token))) return reply;
  const headers = Object.fromEntries(pairs.map(([name, text]) => [name, scrub(text, [token])]));
  if (quotes > mostQuotes) {
    const broken = new Failure('remote', 'the reply repeats the token too often', { reason: 'unreadable-reply' });
    return { ...reply, bytes: new Uint8Array(), headers, broken };
  }
  return { ...reply, bytes: scrubBytes(reply.bytes, [token]), headers };
}

function quotesIn(bytes: Buffer, token: string): number {
  let count = 0;
  for (let at = bytes.indexOf(token); at >= 0 && count <= mostQuotes; count += 1) {
    at = bytes.indexOf(token, at + token.length);
  }
  return count;
}

/**
 * The text with all secrets masked, also in their spelling in URLs and in JSON. Secrets with fewer than 4 characters are
 * not masked, because they could occur in other words.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  return allSpellings(secrets).reduce((rest, secret) => rest.replaceAll(secret, masked), text);
}

/** The bytes with all secrets masked. They need not be text. */
export function scrubBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const inBytes = allSpellings(secrets).map((secret) => Buffer.from(secret).toString('latin1'));
  const scrubbed = inBytes.reduce((rest, secret) => rest.replaceAll(secret, masked), text);
  return Buffer.from(scrubbed, 'latin1');
}

function allSpellings(secrets: readonly string[]): string[] {
  return secrets.filter(({ length }) => length >= 4).flatMap(spellings);
}

function spellings(secret: string): string[] {
  return [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...userInfoIn(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]*:[^/\s]*@/i.test(value) ? textsIn(value) : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : [];
}

/** The password in an address, in all spellings, because a refusal may quote it without the address. */
function userInfoIn(text: string): string[] {
  const url = URL.parse(text);
  if (url === null || url.password === '') return [];
  const asWritten = /^[^:]*:\/\/[^@/]*?:([^@/]*)@/.exec(text)?.[1] ?? url.password;
  return [url.password, asWritten, decoded(url.password) ?? url.password];
}
