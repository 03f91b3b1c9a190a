import type { Endpoint } from '../types.ts';
import * as tables from './resource-index.ts';

/** All documented endpoints by name (`resource.verb`), in the order of the documents. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(tables)
    .flatMap((table) => Object.values<Endpoint>(table))
    .toSorted((a, b) => position(a.doc) - position(b.doc))
    .map((endpoint) => [endpoint.name, endpoint]),
);

type EndpointsOf<T> = T[keyof T];
type AnyEndpoint = { [T in keyof typeof tables]: EndpointsOf<(typeof tables)[T]> }[keyof typeof tables];
type Writing = Exclude<AnyEndpoint, { method: 'GET' | 'HEAD' }>;

/** The name of an endpoint that writes: `'runners.edit'`. */
export type WriteOperation = Writing['name'];

/** The endpoint of a write. */
export type WriteEndpoint<Op extends WriteOperation> = Extract<Writing, { name: Op }>;

/** The names of the writes in one table of endpoints. */
export type WritesIn<T> = Extract<EndpointsOf<T>, Writing>['name'];

/** `'3:91'` as a number that sorts by document, then line. */
function position(doc: string): number {
  const [document = 0, line = 0] = doc.split(':').map(Number);
  return document * 10_000 + line;
}
