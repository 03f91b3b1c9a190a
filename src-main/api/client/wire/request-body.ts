import { Failure } from '#shared/errors.ts';
import { randomUUID } from 'node:crypto';
import { encodeForm } from './encode.ts';
import type { Upload } from '../../types.ts';

/** A request body. `content`: its bytes, or a function that is called once per attempt and streams them. */
export interface RequestBody {
  type: string;
  sizeBytes: number;
  content: Uint8Array | (() => AsyncIterable<Uint8Array>);
}

export function jsonBody(value: unknown): RequestBody {
  return bodyOf('application/json', Buffer.from(JSON.stringify(value)));
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
    async *content() {
      for (const { content } of parts) {
        if (typeof content === 'function') yield* content();
        else yield content;
      }
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
    async *content() {
      yield head;
      yield* exactly(value, name);
      yield tail;
    },
  };
}

/** The content of a file. Fails: `invalid` with the field, before the last byte is sent, if the size has changed. */
async function* exactly(file: Upload, field: string): AsyncGenerator<Uint8Array> {
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
