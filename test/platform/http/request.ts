import type { IncomingHttpHeaders } from 'node:http';
import type { SentFile } from './body.ts';
import type { Caller } from '../caller.ts';
import type { Params } from './params.ts';

/** A request, as passed to an operation. */
export interface Request {
  method: string;
  /** Path parameters, decoded: `id`, `file_path` … */
  path: Record<string, string>;
  query: Params;
  /** The parameters of the query, overridden by those of the body. */
  body: Params;
  files: Record<string, SentFile>;
  /** The received body. */
  raw: Buffer;
  headers: IncomingHttpHeaders;
  as: Caller;
  /** The full address, as sent by the caller. */
  url: URL;
}

/** A path parameter as an integer; undefined if it is not one. */
export function pathInteger(request: Request, name: string): number | undefined {
  const text = request.path[name] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
