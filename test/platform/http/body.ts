import type { IncomingMessage } from 'node:http';
import { emptyParams, isHash, paramsOf } from './params.ts';
import type { Param, Params } from './params.ts';
import { badParameter, Refusal } from './refusal.ts';

/** A file of a multipart body. */
export interface SentFile {
  name: string;
  type: string;
  bytes: Buffer;
}

export interface Body {
  params: Params;
  files: Record<string, SentFile>;
}

/**
 * The whole body. Fails: 413 as soon as it is larger than `maxBytes`. The connection stays open, so that the rest of the
 * body is read: after a reset, the caller could not read the refusal.
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new Refusal(413, '413 Payload Too Large');
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not end the stream: its rest is read, so that the caller receives the refusal.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parameters and files of a JSON, urlencoded or multipart body (document 1:14); another type has none. */
export async function parseBody(raw: Buffer, contentType: string): Promise<Body> {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (raw.length === 0) return { params: emptyParams(), files: {} };
  if (type === 'application/json') return { params: parseJson(raw), files: {} };
  if (type === 'application/x-www-form-urlencoded') {
    return { params: paramsOf(new URLSearchParams(raw.toString('utf8'))), files: {} };
  }
  if (type === 'multipart/form-data') return parseMultipart(raw, contentType);
  return { params: emptyParams(), files: {} };
}

function parseJson(raw: Buffer): Params {
  let value: Param;
  try {
    value = JSON.parse(raw.toString('utf8')) as Param;
  } catch {
    throw badParameter('the request body is not valid JSON');
  }
  if (!isHash(value)) throw badParameter('the request body is not a JSON object');
  return value;
}

async function parseMultipart(raw: Buffer, contentType: string): Promise<Body> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(raw), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw badParameter('the request body is not valid multipart/form-data');
  }
  const texts: [string, string][] = [];
  const files: Record<string, SentFile> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') texts.push([name, value]);
    else files[name] = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return { params: paramsOf(texts), files };
}
