import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fromJson } from '#shared/untrusted-json.ts';

/** The settings that determine where a secret is sent, by name; null if not set. */
export type Route = Readonly<Record<string, string | null>>;

/**
 * A secret in the keychain, with a digest of each setting that it was entered for. A changed setting in a database
 * therefore can't send it elsewhere. Digests are stored because a Windows credential holds 2,560 bytes and an address
 * may have 2,000.
 */
const Bound = z.object({ bound: z.record(z.string(), z.string()), value: z.string() });

/** The result of `readBound`. `differs`: the first setting that is different. */
export type Unbound = { kind: 'unbound'; value: string };
export type BoundSecret =
  | { kind: 'none' }
  | Unbound
  | { kind: 'fits'; value: string }
  | { kind: 'mismatch'; differs: string };

/** The keychain record of a secret that was entered for this route. */
export function bind(value: string, route: Route): string {
  const bound = Object.fromEntries(Object.entries(route).map(([name, part]) => [name, digest(part)]));
  return JSON.stringify({ bound, value } satisfies z.infer<typeof Bound>);
}

/**
 * Check whether the secret of a record may be sent along this route. `free`: settings that may be null in the route
 * although the secret was entered with a value. A record of an earlier release is `unbound`.
 */
export function readBound(record: string | null, route: Route, free: readonly string[] = []): BoundSecret {
  if (record === null) return { kind: 'none' };
  const read = Bound.safeParse(fromJson(record));
  if (!read.success) return { kind: 'unbound', value: record };
  const { bound, value } = read.data;
  const fits = ([name, part]: [string, string | null]) =>
    bound[name] === digest(part) || (part === null && free.includes(name));
  const other = Object.entries(route).find((part) => !fits(part));
  return other === undefined ? { kind: 'fits', value } : { kind: 'mismatch', differs: other[0] };
}

/** Normalize line ends and spaces of certificates, for a route. */
export function certificatesOf(ca: string | null): string | null {
  return ca?.replaceAll('\r\n', '\n').trim() ?? null;
}

function digest(part: string | null): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('base64url');
}
