import type { IncomingHttpHeaders } from 'node:http';
import type { SentFile } from './body.ts';
import type { Caller } from '../caller.ts';
import type { Params } from './params.ts';

/** A request as an operation sees it. */
export interface Request {
  method: string;
  /** Path parameters, decoded: `id`, `file_path` … */
  path: Record<string, string>;
  query: Params;
  /** The parameters of the body over those of the query; for a GET those of the query. */
  body: Params;
  files: Record<string, SentFile>;
  /** The body as it came. */
  raw: Buffer;
  headers: IncomingHttpHeaders;
  as: Caller;
  /** The full address, as the caller wrote it. */
  url: URL;
}

/** A path parameter that is an integer, or undefined when it is not one. */
export function pathInteger(request: Request, name: string): number | undefined {
  const text = request.path[name] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
