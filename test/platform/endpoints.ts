import { readFileSync } from 'node:fs';

/** One endpoint of the documents; `path` is relative to `/api/v4`. */
export interface Endpoint {
  n: number;
  document: number;
  line: number;
  method: string;
  path: string;
  /** Another spelling that the documents show (readings 27). */
  alias?: string;
  kind: string;
  area: string;
}

/** A feature that the documents mention without a path. */
export interface NotInApi {
  document: number;
  line: number;
  text: string;
}

const facts = JSON.parse(readFileSync(new URL('./endpoints.json', import.meta.url), 'utf8')) as {
  endpoints: Endpoint[];
  notInApi: NotInApi[];
};

export const endpoints: readonly Endpoint[] = facts.endpoints;
export const notInApi: readonly NotInApi[] = facts.notInApi;
