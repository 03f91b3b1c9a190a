import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';

/** A reply as it is sent. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer | Readable;
}

export function rendered({ status, headers = {}, body, bytes }: Reply): Rendered {
  if (bytes instanceof Readable) return { status, headers: { ...headers }, body: bytes };
  if (bytes !== undefined) return { status, headers: { ...headers }, body: Buffer.from(bytes) };
  if (body === undefined) return { status, headers: { ...headers }, body: Buffer.alloc(0) };
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

export const renderedRefusal = ({ status, body, headers }: Refusal): Rendered =>
  rendered(body instanceof Uint8Array ? { status, headers, bytes: body } : { status, headers, body });

/** Adds an `ETag` to a 200, and replaces it by a 304 if the caller already has it. */
export function tagged(reply: Rendered, ifNoneMatch: string | undefined): Rendered {
  if (reply.status !== 200 || !Buffer.isBuffer(reply.body)) return reply;
  const etag = `W/"${createHash('sha1').update(reply.body).digest('hex')}"`;
  const headers = { ...reply.headers, etag };
  if (ifNoneMatch?.split(/,\s*/).includes(etag) !== true) return { ...reply, headers };
  return { status: 304, headers, body: Buffer.alloc(0) };
}

/** Undocumented headers (readings 36). */
export function withoutUnshown({ status, headers, body }: Rendered): Rendered {
  const shown = Object.entries(headers).filter(
    ([name]) =>
      !name.startsWith('ratelimit-') && !['retry-after', 'etag', 'x-request-id', 'x-gitlab-meta'].includes(name),
  );
  return { status, headers: Object.fromEntries(shown), body };
}
