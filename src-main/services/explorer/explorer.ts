import { callOf } from '#main/api/client/exchange/call.ts';
import { dialects, type DialectName } from '#main/api/client/wire/dialect.ts';
import { endpoints } from '#main/api/endpoints/index.ts';
import { notInApi } from '#main/api/endpoints/not-in-api.ts';
import type { CallInput, Endpoint } from '#main/api/types.ts';
import { maskSecrets } from '#main/changes/masking/masking.ts';
import type { EndpointRow, Trial } from '#shared/contract/explorer.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { shellQuoted } from '../exports/copy.ts';
import { fieldsOf } from './endpoint-fields.ts';
import type { Instance } from '../instances/instance.ts';

/** Created on first use, because reading the fields of all schemas would delay every start. */
const rows: Partial<Record<DialectName, EndpointRow[]>> = {};

/**
 * Lists all endpoints and sends any GET. Replies are shown unchanged and not cached. `onText` gets the complete text of
 * a reply, or null if it is not text.
 */
export function explorer(
  open: () => Instance,
  onText: (profile: Instance['profile'], name: string, text: string | null) => void,
) {
  return {
    endpoints: ({ dialect } = { dialect: 'documented' }) => ({
      endpoints: (rows[dialect] ??= [...endpoints.values()].map((endpoint) => toRow(endpoint, dialect))),
      notInApi: [...notInApi],
    }),
    run: async (trial, signal) => {
      const endpoint = known(trial.name);
      if (endpoint.method !== 'GET' && endpoint.method !== 'HEAD') {
        throw new Failure('invalid', `${endpoint.name} is a write, and writes require a plan`);
      }
      const { send, profile } = open();
      const { body, ...reply } = await send.raw(endpoint, inputOf(trial), signal);
      const text = textOf(body);
      if (reply.status < 300 && !reply.isTruncated) onText(profile, endpoint.name, text);
      return { ...reply, text, sizeBytes: body.byteLength };
    },
    curl: (trial) => ({ text: curlOf(trial, open().profile) }),
  } satisfies Services<ReeveContract>['explorer'];
}

function known(name: string): Endpoint {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Failure('invalid', `no endpoint ${name}`, { field: 'name' });
  return endpoint;
}

/** An endpoint without query parameters gets no query instead of an empty one. */
function inputOf({ path, query }: Trial): CallInput {
  return { path, ...(Object.keys(query).length > 0 && { query }) };
}

function toRow(endpoint: Endpoint, dialect: DialectName): EndpointRow {
  const { name, method, path, doc, role, tier, paging, repeat, exclusive, undo } = endpoint;
  return {
    ...{ name, method, path, doc, role, tier, paging, repeat },
    exclusive: exclusive.map((names) => [...names]),
    undo: undo?.kind === 'lossy' ? { ...undo, what: [...undo.what] } : undo,
    fields: fieldsOf(endpoint, dialect),
  };
}

function curlOf(trial: Trial, { url, dialect }: Instance['profile']): string {
  const endpoint = known(trial.name);
  // Required fields are checked when the plan is made; the command shows the fields that are filled in
  const bare: Endpoint = { ...endpoint, body: null, exclusive: [], requires: undefined, perDialect: undefined };
  const { shown } = callOf(bare, inputOf(trial), url, dialects[dialect]);
  const method =
    endpoint.method === 'GET' ? '' : endpoint.method === 'HEAD' ? '--head ' : `--request ${endpoint.method} `;
  const address = shellQuoted(`${url}/api/v4${shown}`);
  return `curl ${method}--header "PRIVATE-TOKEN: $REEVE_TOKEN" ${bodyArguments(endpoint, trial)}${address}`;
}

/** The body of a write as curl arguments, with masked secrets and with file names. */
function bodyArguments({ bodyKind, secrets }: Endpoint, { body }: Trial): string {
  const fields = maskSecrets(body, secrets, []) as Record<string, unknown>;
  if (Object.keys(fields).length === 0) return '';
  if (bodyKind !== 'multipart') {
    return `--header 'Content-Type: application/json' --data ${shellQuoted(JSON.stringify(fields))} `;
  }
  const parts = Object.entries(fields).map(([name, value]) => `--form ${shellQuoted(`${name}=${partOf(value)}`)} `);
  return parts.join('');
}

function partOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { fileName } = Object(value) as { fileName?: unknown };
  return typeof fileName === 'string' ? `@${fileName}` : JSON.stringify(value);
}

/** The bytes as text, or null if they are not text. An incomplete character at the end is left out. */
function textOf(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
