import { Failure } from '#shared/errors.ts';
import { randomUUID } from 'node:crypto';
import { encodeForm } from './encode.ts';
import type { Upload } from '../../types.ts';

/** A request body that can be opened once an attempt. */
export interface RequestBody {
  type: string;
  sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export function jsonBody(value: unknown): RequestBody {
  return bodyOf('application/json', Buffer.from(JSON.stringify(value)));
}

/** Fields as a browser's form sends them. */
export function formBody(fields: Readonly<Record<string, unknown>>): RequestBody {
  return bodyOf('application/x-www-form-urlencoded', Buffer.from(encodeForm(fields)));
}

/** What a write without a body sends: nothing, but told as such. */
export const emptyBody: RequestBody = { type: '', sizeBytes: 0, open: () => chunks([]) };

/** Fields and files as `multipart/form-data`; files are streamed, nothing is held whole. */
export function multipartBody(fields: Readonly<Record<string, unknown>>): RequestBody {
  const boundary = `reeve-${randomUUID()}`;
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => partOf(boundary, name, value));
  const end = Buffer.from(`--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: parts.reduce((sum, part) => sum + part.sizeBytes, end.byteLength),
    async *open() {
      for (const part of parts) yield* part.open();
      yield end;
    },
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
    async *open() {
      yield head;
      yield* exactly(value, name);
      yield tail;
    },
  };
}

/** The file, if it still has the size that was told. Fails: `invalid` with the field, before the last byte left. */
async function* exactly(file: Upload, field: string): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of file.open()) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > file.sizeBytes) break;
    yield chunk;
  }
  if (sizeBytes !== file.sizeBytes) throw new Failure('invalid', 'the file changed while it was read', { field });
}

// As browsers write names in a part's header (HTML, "multipart form data")
const quoted = (text: string): string =>
  text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22').toWellFormed();

function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && 'open' in value && 'sizeBytes' in value;
}

function bodyOf(type: string, content: Uint8Array): RequestBody {
  return { type, sizeBytes: content.byteLength, open: () => chunks([content]) };
}

async function* chunks(list: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* list;
}
