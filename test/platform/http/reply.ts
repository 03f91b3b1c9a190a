import type { Readable } from 'node:stream';

/** The reply of an operation: a JSON `body`, raw `bytes`, or neither. */
export interface Reply {
  status: number;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, with the content type in `headers`. A stream is sent in chunks without a length. */
  bytes?: Uint8Array | Readable;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
export const accepted = (body?: unknown): Reply => ({ status: 202, body });
export const noContent = (): Reply => ({ status: 204 });

/** A file or an archive. `fileName`: of an attachment that the browser saves. */
export function file(bytes: Uint8Array | Readable, contentType: string, fileName?: string): Reply {
  const headers: Record<string, string> = { 'content-type': contentType };
  if (fileName !== undefined) {
    headers['content-disposition'] = `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  }
  return { status: 200, headers, bytes };
}
