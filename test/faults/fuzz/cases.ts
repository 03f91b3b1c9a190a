import { endpoints } from '#main/api/endpoints/index.ts';
import { probes } from '#main/api/endpoints/probes.ts';
import type { CallInput, Endpoint } from '#main/api/types.ts';
import { createRandom } from '../../platform/random.ts';

/** The verb of the sender that a call uses. */
export type Verb = 'answer' | 'page' | 'rows' | 'raw' | 'bytes';

/** One call of the client, determined by the seed and its index. */
export interface Case {
  endpoint: Endpoint;
  verb: Verb;
  input: CallInput;
}

/** Required query fields of endpoints. */
const needed: Readonly<Record<string, Record<string, unknown>>> = {
  'files.get': { ref: 'main' },
  'files.metadata': { ref: 'main' },
  'files.blame': { ref: 'main' },
  'files.blameMetadata': { ref: 'main' },
  'artifacts.archiveOfReference': { job: 'build' },
  'artifacts.fileOfReference': { job: 'build' },
  'keys.find': { fingerprint: 'SHA256:abc' },
};

/** All endpoints that only read, including undocumented ones. */
export const readingEndpoints: readonly Endpoint[] = [...endpoints.values(), ...Object.values(probes)].filter(
  ({ method }) => method === 'GET' || method === 'HEAD',
);
for (const { name, query } of readingEndpoints) {
  if (query?.safeParse(needed[name] ?? {}).success === false) throw new Error(`cases.ts: ${name} needs query fields`);
}

const kinds = readingEndpoints.map((endpoint) => ({
  endpoint,
  names: [...endpoint.path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => name),
  verbs: verbsOf(endpoint),
}));

export function caseOf(seed: number, index: number): Case {
  const { endpoint, names, verbs } = kinds[index % kinds.length] as (typeof kinds)[number];
  const random = createRandom(seed, `call ${index}`);
  const path = Object.fromEntries(names.map((name) => [name, 1 + random.integer(0, 9)]));
  const query = needed[endpoint.name];
  return {
    endpoint,
    verb: random.pick(verbs),
    input: { ...(names.length > 0 && { path }), ...(query && { query }) },
  };
}

function verbsOf({ replyKind, paging }: Endpoint): readonly Verb[] {
  if (replyKind === 'headers') return ['answer', 'answer', 'raw'];
  if (replyKind === 'bytes') return ['answer', 'bytes', 'bytes', 'raw'];
  return paging === 'none'
    ? ['answer', 'answer', 'answer', 'raw']
    : ['answer', 'answer', 'page', 'rows', 'rows', 'raw'];
}

const patterns = readingEndpoints.map((endpoint) => {
  const path = endpoint.path.replace(/:\w+/g, '[^/]+').replace(/\*\w+/g, '.+');
  return { endpoint, pattern: new RegExp(`^/api/v4${path}$`) };
});

/** The endpoint of a request, by its path; null if none matches. */
export function endpointAt(method: string, path: string): Endpoint | null {
  return patterns.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))?.endpoint ?? null;
}

/** The token of a call. The server chooses the reply by it. */
export const tokenOf = (index: number): string => `fuzz-token-${String(index).padStart(9, '0')}`;
export const indexOf = (token: string): number => Number(token.slice('fuzz-token-'.length));
