import { Failure } from '#shared/errors.ts';
import { base64Length } from '#shared/request-sizes.ts';
import { randomUUID } from 'node:crypto';
import { encodeForm } from './encode.ts';
import type { FileSource, Upload } from '../../types.ts';

/** A request body. `content`: its bytes, or a function that is called once per attempt and streams them. */
export interface RequestBody {
  type: string;
  sizeBytes: number;
  content: Uint8Array | (() => AsyncIterable<Uint8Array>);
}

/** A value as JSON. Each text that is a key of `contents` is replaced with that content in Base64, which is streamed. */
export function jsonBody(value: unknown, contents: ReadonlyMap<string, FileSource> = new Map()): RequestBody {
  const type = 'application/json';
  const parts = contentParts(JSON.stringify(value), contents);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { ...only, type };
  return {
    type,
    sizeBytes: parts.reduce((sum, part) => sum + part.sizeBytes, 0),
    content: () => concatenated(parts),
  };
}

/** The parts of a JSON text, split at the keys of `contents`. Each key is replaced with its content. */
function contentParts(json: string, contents: ReadonlyMap<string, FileSource>): RequestBody[] {
  const places = [...contents]
    .map(([key, source]) => ({ source, from: json.indexOf(JSON.stringify(key)) + 1, length: key.length }))
    .filter(({ from }) => from > 0)
    .sort((a, b) => a.from - b.from);
  const parts: RequestBody[] = [];
  let from = 0;
  for (const { source, from: at, length } of places) {
    parts.push(bodyOf('', Buffer.from(json.slice(from, at))), {
      type: '',
      sizeBytes: base64Length(source.sizeBytes),
      content: () => inBase64(exactly(source, 'content')),
    });
    from = at + length;
  }
  return [...parts, bodyOf('', Buffer.from(json.slice(from)))];
}

async function* inBase64(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Base64 encodes three bytes at a time, so the last one or two bytes of a chunk are encoded with the next chunk
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole));
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'));
}

async function* concatenated(parts: readonly RequestBody[]): AsyncGenerator<Uint8Array> {
  for (const { content } of parts) {
    if (typeof content === 'function') yield* content();
    else yield content;
  }
}

/** Fields as `application/x-www-form-urlencoded`. */
export function formBody(fields: Readonly<Record<string, unknown>>): RequestBody {
  return bodyOf('application/x-www-form-urlencoded', Buffer.from(encodeForm(fields)));
}

/** The body of a write without fields: `content-length` is 0. */
export const emptyBody: RequestBody = bodyOf('', new Uint8Array());

/** Fields and files as `multipart/form-data`. Files are streamed. */
export function multipartBody(fields: Readonly<Record<string, unknown>>): RequestBody {
  const boundary = `reeve-${randomUUID()}`;
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => partOf(boundary, name, value));
  const end = Buffer.from(`--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: parts.reduce((sum, part) => sum + part.sizeBytes, end.byteLength),
    content: () => concatenated([...parts, bodyOf('', end)]),
  };
}

function partOf(boundary: string, name: string, value: unknown): RequestBody {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
  if (!isUpload(value)) return bodyOf('', Buffer.from(`${start}\r\n\r\n${String(value)}\r\n`));
  const type = value.type ?? 'application/octet-stream';
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(type)) throw new Failure('invalid', 'not a media type', { field: name });
  const head = Buffer.from(`${start}; filename="${quoted(value.fileName)}"\r\nContent-Type: ${type}\r\n\r\n`);
  const tail = Buffer.from('\r\n');
  return {
    type,
    sizeBytes: head.byteLength + value.sizeBytes + tail.byteLength,
    async *content() {
      yield head;
      yield* exactly(value, name);
      yield tail;
    },
  };
}

/** The content of a file. Fails: `invalid` with the field, before the last byte is sent, if the size has changed. */
async function* exactly(file: FileSource, field: string): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of file.open()) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > file.sizeBytes) break;
    yield chunk;
  }
  if (sizeBytes !== file.sizeBytes) throw new Failure('invalid', 'the file changed while it was read', { field });
}

// Escaped as browsers do in the headers of a part (HTML standard, "multipart form data")
const quoted = (text: string): string =>
  text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22').toWellFormed();

function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && 'open' in value && 'sizeBytes' in value;
}

function bodyOf(type: string, content: Uint8Array): RequestBody {
  return { type, sizeBytes: content.byteLength, content };
}
