import { callOf } from '#main/api/call.ts';
import { dialects } from '#main/api/dialect.ts';
import { endpoints } from '#main/api/endpoints.ts';
import { notInApi } from '#main/api/not-in-api.ts';
import type { CallInput, Endpoint } from '#main/api/types.ts';
import type { EndpointRow, Trial } from '#shared/contract/explorer.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { shellQuoted } from './copy.ts';
import { fieldsOf } from './endpoint-fields.ts';
import type { Instance } from './instance.ts';

/** Every endpoint to read about, and any GET to try; what it answers is shown as it is and not cached. */
export function explorer(open: () => Instance) {
  const rows = [...endpoints.values()].map(toRow);

  return {
    endpoints: () => ({ endpoints: rows, notInApi: [...notInApi] }),
    run: async (trial, signal) => {
      const endpoint = known(trial.name);
      if (endpoint.method !== 'GET' && endpoint.method !== 'HEAD') {
        throw new Failure('invalid', `${endpoint.name} writes, and writes go through a plan`);
      }
      const { body, ...reply } = await open().send.raw(endpoint, inputOf(trial), signal);
      return { ...reply, text: textOf(body), sizeBytes: body.byteLength };
    },
    curl: (trial) => ({ text: curlOf(trial, open().profile) }),
  } satisfies Services<ReeveContract>['explorer'];
}

function known(name: string): Endpoint {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Failure('invalid', `no endpoint ${name}`, { field: 'name' });
  return endpoint;
}

/** An endpoint without parameters takes no query, not an empty one. */
function inputOf({ path, query }: Trial): CallInput {
  return { path, ...(Object.keys(query).length > 0 && { query }) };
}

function toRow(endpoint: Endpoint): EndpointRow {
  const { name, method, path, doc, role, tier, paging, repeat, exclusive, undo } = endpoint;
  return {
    ...{ name, method, path, doc, role, tier, paging, repeat },
    exclusive: exclusive.map((names) => [...names]),
    undo: undo?.kind === 'lossy' ? { ...undo, what: [...undo.what] } : undo,
    fields: fieldsOf(endpoint),
  };
}

function curlOf(trial: Trial, { url, dialect }: Instance['profile']): string {
  const endpoint = known(trial.name);
  const { shown } = callOf(endpoint, inputOf(trial), url, dialects[dialect]);
  const method =
    endpoint.method === 'GET' ? '' : endpoint.method === 'HEAD' ? '--head ' : `--request ${endpoint.method} `;
  return `curl ${method}--header "PRIVATE-TOKEN: $REEVE_TOKEN" ${shellQuoted(`${url}/api/v4${shown}`)}`;
}

/** The bytes as text, or null when they are none. A character cut in half at the end is left out. */
function textOf(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
