import type { Endpoint } from './types.ts';
import { users } from './users.ts';

const tables: readonly Record<string, Endpoint>[] = [users];

/** Every endpoint that Reeve speaks, by its name `stem.verb`. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  tables.flatMap((table) => Object.values(table)).map((endpoint) => [endpoint.name, endpoint]),
);
