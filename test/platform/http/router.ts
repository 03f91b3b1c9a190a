import type { Endpoint } from '../endpoints.ts';
import { badRequest } from './refusal.ts';
import type { Operation, Operations } from '../operation.ts';

export interface Route {
  endpoint: Endpoint;
  /** `'GET /users/:id'`: the name of the endpoint in requests and faults. */
  name: string;
  /** Undefined: the endpoint is documented, but the simulator does not have it yet. */
  operation: Operation | undefined;
}

export interface Match {
  route: Route;
  /** Path parameters, decoded. */
  path: Record<string, string>;
}

export interface Router {
  /** `path` is relative to `/api/v4` and encoded. A HEAD without its own endpoint uses that of GET. */
  match(method: string, path: string): Match | undefined;
  /** The methods of a path, for a 405. */
  methods(path: string): string[];
  routes: readonly Route[];
}

interface Pattern {
  route: Route;
  steps: string[];
}

/**
 * `servedPath`: the path under which an endpoint is served, by default its own.
 * Fails: for an operation of an undocumented endpoint, and for a second operation of the same endpoint.
 */
export function createRouter(
  endpoints: readonly Endpoint[],
  tables: readonly Operations[],
  servedPath = ({ path }: Endpoint) => path,
): Router {
  const routes = new Map<string, Route>();
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    routes.set(name, { endpoint, name, operation: undefined });
  }
  for (const [name, operation] of tables.flatMap((table) => Object.entries(table))) {
    const route = routes.get(name);
    if (route === undefined) throw new Error(`no endpoint of the documents is called "${name}"`);
    if (route.operation !== undefined) throw new Error(`two operations serve "${name}"`);
    route.operation = operation;
  }
  const patterns = [...routes.values()].flatMap((route) =>
    [servedPath(route.endpoint), ...aliasesOf(route)].map((path) => {
      const steps = path.slice(1).split('/');
      return { route, steps, rank: rankOf(steps) };
    }),
  );
  patterns.sort((a, b) => (a.rank < b.rank ? -1 : 1));

  const segmentsOf = (path: string) => withWholeRef(path).slice(1).split('/');
  const find = (method: string, segments: string[]) => {
    const pattern = patterns.find(({ route, steps }) => route.endpoint.method === method && fits(steps, segments));
    return pattern && { route: pattern.route, path: pathOf(pattern, segments) };
  };
  return {
    routes: [...routes.values()],
    match(method, path) {
      const segments = segmentsOf(path);
      return find(method, segments) ?? (method === 'HEAD' ? find('GET', segments) : undefined);
    },
    methods(path) {
      const segments = segmentsOf(path);
      return [...new Set(patterns.filter(({ steps }) => fits(steps, segments)).map((p) => p.route.endpoint.method))];
    },
  };
}

const aliasesOf = ({ endpoint }: Route) => (endpoint.alias === undefined ? [] : [endpoint.alias]);

/** Some clients don't escape the slashes in the reference of artifacts. The reference then ends before `raw` or `download`. */
function withWholeRef(path: string): string {
  return path.replace(
    /^(\/projects\/[^/]+\/jobs\/artifacts\/)(.+?)(?=\/(?:raw\/.+|download)$)/,
    (_, before: string, ref: string) => before + ref.replaceAll('/', '%2F'),
  );
}

/** Literal segments before parameters, parameters before the rest of the path. */
function rankOf(steps: readonly string[]) {
  return steps.map((step) => (step.startsWith('*') ? '2' : step.startsWith(':') ? '1' : '0')).join('');
}

function fits(steps: readonly string[], segments: readonly string[]) {
  const hasRest = steps.at(-1)?.startsWith('*') ?? false;
  if (hasRest ? segments.length < steps.length : segments.length !== steps.length) return false;
  return steps.every((step, i) => {
    const segment = segments[i] ?? '';
    return step.startsWith(':') || step.startsWith('*') ? segment !== '' : step === segment;
  });
}

function pathOf({ steps }: Pattern, segments: readonly string[]) {
  const path: Record<string, string> = {};
  steps.forEach((step, i) => {
    if (step.startsWith(':')) path[step.slice(1)] = decoded(segments[i] ?? '');
    if (step.startsWith('*')) path[step.slice(1)] = segments.slice(i).map(decoded).join('/');
  });
  return path;
}

function decoded(segment: string) {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest('the path is not valid URL-encoded UTF-8');
  }
}
