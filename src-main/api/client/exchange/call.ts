import { Failure } from '#shared/errors.ts';
import { largestRequestBytes } from '#shared/request-sizes.ts';
import type { z } from 'zod';
import { apiPath } from '../wire/address.ts';
import { bodyToWire, fieldsToWire, pathToWire, type Dialect } from '../wire/dialect.ts';
import { encodePath, encodeQuery } from '../wire/encode.ts';
import { checkDialect } from './check-dialect.ts';
import { claimsOf, type Claim } from '../governor/limits.ts';
import { emptyBody, formBody, jsonBody, multipartBody, type RequestBody } from '../wire/request-body.ts';
import { ownLink } from '../wire/paging.ts';
import { maskFields, maskUrl, secretTexts } from '../wire/secrets.ts';
import type { CallInput, Endpoint, NextInput } from '../../types.ts';

/** One request, checked and encoded. It can be sent several times if `repeat` allows it. */
export interface Call {
  endpoint: Endpoint;
  /** The path parameters, not encoded. */
  values: Readonly<Record<string, string | number>>;
  url: URL;
  /** Address of the instance, without the API's base path. */
  base: string;
  /** Path below `/api/v4` and query without secrets, for logs. */
  shown: string;
  /** Null for GET, HEAD and a bare DELETE. */
  body: RequestBody | null;
  /** Secret values of the input, which are removed from failures. The sender adds the token. */
  secrets: readonly string[];
  /** The query has a job token. It authenticates the request instead of the token of the profile (document 1:202). */
  hasJobToken: boolean;
  /** Documented limits that this request counts towards. */
  claims: readonly Claim[];
  /** See `CallInput`. */
  writing?: Pick<CallInput, 'onBeforeSend' | 'onNoEffect' | 'held'>;
  onHeld?: CallInput['onHeld'];
}

type Fields = Record<string, unknown>;

/**
 * Check the input against the endpoint and encode it.
 * Fails: `invalid` with the `field`; `invalid`/`exclusive-parameters`; `invalid`/`two-names`; `invalid`/`not-in-dialect`;
 * `invalid`/`limit-known` over 300 MB.
 */
export function callOf(endpoint: Endpoint, input: CallInput, base: string, dialect: Dialect): Call {
  const query = checked(endpoint.query, input.query, 'query') as Fields | undefined;
  const body = checked(endpoint.body, input.body, 'body') as Fields | undefined;
  const fields = { ...query, ...body };
  const exclusiveHere = dialect.name === 'gitlab' ? (endpoint.perDialect?.exclusive ?? []) : [];
  checkPairs({ ...endpoint, exclusive: [...endpoint.exclusive, ...exclusiveHere] }, fields);
  checkDialect(endpoint, fields, dialect.name);
  const template = pathToWire(endpoint.path, dialect);
  const wireQuery = fieldsToWire(query ?? {}, dialect);
  const outgoing = bodyFor(endpoint, body, dialect, input);
  if (endpoint.limit === 'large-request' && (outgoing?.sizeBytes ?? 0) > largestRequestBytes) {
    throw new Failure('invalid', 'over 300 MB, which the platform refuses', { reason: 'limit-known', field: 'body' });
  }
  const path = encodePath(template, input.path) + encodeQuery(wireQuery);
  const url = new URL(base + apiPath + path);
  return {
    endpoint,
    values: input.path ?? {},
    url,
    base,
    shown: shownPath(endpoint, template, input.path ?? {}, wireQuery, dialect),
    body: outgoing,
    secrets: secretTexts({ ...input.path, ...query, ...body }, endpoint.secrets),
    hasJobToken: jobTokensIn(url).length > 0,
    claims: claimsOf(endpoint, input.path ?? {}, outgoing?.sizeBytes ?? 0),
    writing: { onBeforeSend: input.onBeforeSend, onNoEffect: input.onNoEffect, held: input.held },
    onHeld: input.onHeld,
  };
}

/** The call that fetches a page by the link (`next`) of the page before. Fails: `remote`/`foreign-link`. */
export function callOfLink(endpoint: Endpoint, { next, onHeld }: NextInput, base: string): Call {
  const url = ownLink(next, base);
  const shown = maskUrl(url, endpoint.secrets).slice(new URL(base + apiPath).pathname.length);
  const secrets = jobTokensIn(url);
  const hasJobToken = secrets.length > 0;
  return { endpoint, values: {}, url, base, shown, body: null, secrets, hasJobToken, claims: [], onHeld };
}

const jobTokensIn = ({ searchParams }: URL): string[] => searchParams.getAll('job_token');

/** The parsed value. A field that is not in the schema is refused and not silently dropped. */
function checked(schema: z.ZodType | null, value: unknown, part: string): unknown {
  if (schema === null) {
    if (value === undefined) return undefined;
    throw new Failure('invalid', `this endpoint takes no ${part}`, { field: part });
  }
  const result = schema.safeParse(value ?? {});
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
    throw new Failure('invalid', issue?.message ?? 'not valid', { field: field.join('.') || part });
  }
  const known = result.data as Fields;
  const unknown = Object.entries(value ?? {}).find(
    ([name, given]) => given !== undefined && !Object.hasOwn(known, name),
  );
  if (unknown !== undefined) throw new Failure('invalid', `no such ${part} field`, { field: unknown[0] });
  return known;
}

function checkPairs({ exclusive, opposites, requires }: Endpoint, fields: Fields): void {
  const twice = opposites?.find((names) => names.every((name) => typeof fields[name] === 'boolean'));
  if (twice !== undefined) {
    throw new Failure('invalid', `${twice.join(' and ')} are one setting`, { reason: 'two-names', field: twice[0] });
  }
  // `false` and an empty text count as not given
  const isGiven = (name: string) => ![undefined, null, false, ''].includes(fields[name] as string);
  for (const names of exclusive) {
    const given = names.filter(isGiven);
    if (given.length < 2) continue;
    throw new Failure('invalid', `${given.join(' and ')} exclude each other`, {
      reason: 'exclusive-parameters',
      field: given[1],
    });
  }
  const alone = requires?.find(([name, other]) => isGiven(name) && !isGiven(other));
  if (alone !== undefined) throw new Failure('invalid', `${alone[0]} needs ${alone[1]}`, { field: alone[1] });
}

function bodyFor(
  { method, path, bodyKind }: Endpoint,
  body: Fields | undefined,
  dialect: Dialect,
  { as, contents }: CallInput,
): RequestBody | null {
  if (body === undefined) return method === 'GET' || method === 'HEAD' || method === 'DELETE' ? null : emptyBody;
  const fields = bodyToWire(body, path, dialect);
  if (bodyKind === 'multipart') return multipartBody(fields);
  return as === 'form' ? formBody(fields) : jsonBody(fields, contents);
}

function shownPath(
  { secrets }: Endpoint,
  template: string,
  path: NonNullable<CallInput['path']>,
  query: Fields,
  dialect: Dialect,
) {
  const names = secrets.map((name) => dialect.fields[name] ?? name);
  return (encodePath(template, maskFields(path, secrets)) + encodeQuery(maskFields(query, names))).replaceAll(
    '%5Bsecret%5D',
    '[secret]',
  );
}
