import { masked, scrub } from '#main/api/client/wire/secrets.ts';
import type { Endpoint } from '#main/api/types.ts';
import type { StoredWrite } from '#main/state/plans.ts';
import { SecretRef } from '#shared/contract/changes.ts';
import type { PlanSecrets } from './plan-secrets.ts';

type Fields = Record<string, unknown>;

const refInPath = /^secretRef:([0-9a-f-]{36})$/;
/** A secret reference as text, because the values of a path are texts and numbers. */
export const pathRef = ({ secretRef }: SecretRef): string => `secretRef:${secretRef}`;

/** The secret reference in a value of a path; null: there is none. */
export function refOfPath(value: string | number): SecretRef | null {
  const [, secretRef] = refInPath.exec(String(value)) ?? [];
  return secretRef === undefined ? null : { secretRef };
}

/**
 * The write with a reference instead of each secret: the secret fields of the endpoint, and each address with a
 * password. In pairs of `key` and `value` only the value is secret.
 */
export function withoutSecrets(
  write: StoredWrite,
  { secrets }: Endpoint,
  planSecrets: Pick<PlanSecrets, 'add'>,
): StoredWrite {
  const fields = (given: Fields | undefined): Fields | undefined =>
    given &&
    mapFields(given, (value, name) =>
      secrets.includes(name) ? hideSecret(value, planSecrets, name === 'url') : hidePasswords(value, planSecrets),
    );
  const { query, body } = write;
  const path = mapPath(write.path, (value, name) =>
    secrets.includes(name) && refOfPath(value) === null ? pathRef(planSecrets.add(String(value))) : value,
  );
  return { ...write, path, ...(query && { query: fields(query) }), ...(body && { body: fields(body) }) };
}

/** Text that occurs in the JSON of every write with a secret reference. */
export const refText = 'secretRef';

/** Every secret reference in a write, with its field as a path with dots. */
export function refsIn({ path, query, body }: Pick<StoredWrite, 'path' | 'query' | 'body'>): RefInField[] {
  const inPath = Object.entries(path).flatMap(([field, value]): RefInField[] => {
    const ref = refOfPath(value);
    return ref === null ? [] : [{ ...ref, field }];
  });
  return [...inPath, ...findRefs(query ?? {}, ''), ...findRefs(body ?? {}, '')];
}
type RefInField = SecretRef & { field: string };

/** The write with the secrets filled in, as it is sent. `values` must have a value for each reference. */
export function withSecrets(write: StoredWrite, values: ReadonlyMap<string, string>): StoredWrite {
  const filled = (value: unknown): unknown => {
    if (isRef(value)) return values.get(value.secretRef);
    if (Array.isArray(value)) return value.map(filled);
    return isPlainObject(value) ? mapFields(value, filled) : value;
  };
  const { query, body } = write;
  const path = mapPath(write.path, (value) => values.get(refOfPath(value)?.secretRef ?? '') ?? value);
  return {
    ...write,
    path,
    ...(query && { query: filled(query) as Fields }),
    ...(body && { body: filled(body) as Fields }),
  };
}

export function isRef(value: unknown): value is SecretRef {
  return typeof value === 'object' && value !== null && 'secretRef' in value && SecretRef.safeParse(value).success;
}

/** Whether a value contains a secret reference at any depth. */
export function containsRef(value: unknown): boolean {
  if (isRef(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(containsRef);
}

/**
 * A reply in the form in which it may be stored: secret fields masked, user names and passwords removed from addresses,
 * and `texts` (the secrets that were sent) removed wherever the platform repeats them.
 */
export function maskSecrets(value: unknown, names: readonly string[], texts: readonly string[]): unknown {
  const clean = (one: unknown, isSecret: boolean, isAddress: boolean): unknown => {
    if (typeof one === 'string') {
      // Only a text with `@` can hold a user name, and parsing every text as an address would be slow
      const address = isSecret || one.includes('@') ? withoutUser(one) : one;
      if (isSecret && !(isAddress && address !== null)) return one === '' ? one : masked;
      return scrub(address ?? one, texts);
    }
    if (Array.isArray(one)) return one.map((item) => clean(item, isSecret, isAddress));
    if (!isPlainObject(one)) return one;
    return mapFields(one, (item, name) =>
      clean(item, (isSecret && name !== 'key') || names.includes(name), name === 'url'),
    );
  };
  return clean(value, false, false);
}

function hideSecret(value: unknown, planSecrets: Pick<PlanSecrets, 'add'>, isAddress = false): unknown {
  if (isRef(value) || value === null || value === '') return value;
  // An address without a user is not secret, so a plan can show it
  if (typeof value === 'string') return isAddress && withoutUser(value) === value ? value : planSecrets.add(value);
  if (typeof value === 'number') return planSecrets.add(String(value));
  if (Array.isArray(value)) return value.map((item) => hideSecret(item, planSecrets));
  if (!isPlainObject(value)) return value;
  return mapFields(value, (item, name) => (name === 'key' && 'value' in value ? item : hideSecret(item, planSecrets)));
}

function hidePasswords(value: unknown, planSecrets: Pick<PlanSecrets, 'add'>): unknown {
  if (typeof value === 'string')
    return /^[a-z]+:\/\/[^/\s]*@/i.test(value) && hasPassword(value) ? planSecrets.add(value) : value;
  if (Array.isArray(value)) return value.map((item) => hidePasswords(item, planSecrets));
  return isPlainObject(value) && !isRef(value) ? mapFields(value, (item) => hidePasswords(item, planSecrets)) : value;
}

function hasPassword(text: string): boolean {
  const password = URL.parse(text)?.password ?? '';
  return password !== '' && !/^(\*|%2A)+$/i.test(password);
}

/**
 * The address without user name and password; null: the text is no address. The user name of an SSH address is not secret:
 * it tells only how to connect.
 */
function withoutUser(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || url.host === '') return null;
  if (url.password === '' && (url.username === '' || url.protocol === 'ssh:')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}

function findRefs(value: unknown, field: string): (SecretRef & { field: string })[] {
  if (isRef(value)) return [{ secretRef: value.secretRef, field }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => findRefs(item, field === '' ? name : `${field}.${name}`));
}

function isPlainObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}

function mapPath(
  path: StoredWrite['path'],
  change: (value: string | number, name: string) => string | number,
): StoredWrite['path'] {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, change(value, name)]));
}

function mapFields(fields: Fields, change: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}
