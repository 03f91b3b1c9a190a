/** When a fault is applied. Matching requests are counted from the time when it was added. */
export interface FaultCondition {
  /** An endpoint such as `GET /users/:id`; `*` matches any text (`GET *`, `* /runners*`). Default: every request. */
  match?: string;
  /** Only these of the matching requests, the first is 1. */
  nth?: number | number[];
  /** The fault is applied at most this often. */
  times?: number;
  /** Probability from 0 to 1; random by the seed. */
  probability?: number;
}

/** `before`: the operation does not run. `after`: it has run, but its reply is lost. */
type When = 'before' | 'after';

export type Effect =
  | { kind: 'latency'; ms: number }
  /** The request waits for this promise. Only for tests in the same process. */
  | { kind: 'hold'; until: Promise<void> }
  /** The connection is reset without a reply. */
  | { kind: 'reset'; when?: When }
  /** Half of the body, then the connection ends; `end` says how. */
  | { kind: 'half-body'; end?: 'reset' | 'close' }
  /** The body is sent slowly: `bytes` every `everyMs`. */
  | { kind: 'drip'; bytes?: number; everyMs?: number }
  /**
   * A page of a proxy instead of the reply, by default 502 with HTML; with `message` a refusal in the format of the API.
   * `location`: the page to which it redirects, such as a sign-in page.
   */
  | { kind: 'status'; status?: number; html?: string; message?: string; location?: string; when?: When }
  /** The reply of an installation without this endpoint: 404 with `error` instead of `message`. */
  | { kind: 'no-route' }
  /** 429. `retryAfter`: in seconds or as a date; without it, no header. `of`: what the limit covers, in the format of real installations. */
  | { kind: 'throttle'; retryAfter?: number | string; of?: 'endpoint' | 'instance' }
  /** Every `every`th row (default 2) is unreadable: it has fields of other types or, every second time, is not an object. */
  | { kind: 'wrong-types'; every?: number }
  | { kind: 'invalid-json' }
  | { kind: 'huge-headers'; bytes?: number }
  /** Every page names a next one. */
  | { kind: 'endless' }
  /** `Link` names another host and port, as behind a proxy; with a path, every page has a next page with this path. */
  | { kind: 'foreign-link'; to: string }
  /** 302 to the same path at another origin. */
  | { kind: 'redirect'; to: string };

export type Fault = FaultCondition & Effect;

const number = 'number';
const text = 'text';
const origin = 'origin';
const when = ['before', 'after'];
const shapes: Record<
  Exclude<Effect['kind'], 'hold'>,
  { needs?: Record<string, unknown>; may?: Record<string, unknown> }
> = {
  latency: { needs: { ms: number } },
  reset: { may: { when } },
  'half-body': { may: { end: ['reset', 'close'] } },
  drip: { may: { bytes: number, everyMs: number } },
  status: { may: { status: number, html: text, message: text, location: text, when } },
  'no-route': {},
  throttle: { may: { retryAfter: [number, text], of: ['endpoint', 'instance'] } },
  'wrong-types': { may: { every: number } },
  'invalid-json': {},
  'huge-headers': { may: { bytes: number } },
  endless: {},
  'foreign-link': { needs: { to: origin } },
  redirect: { needs: { to: origin } },
};
const strike = { match: text, nth: 'numbers', times: number, probability: number };

/** Faults from a JSON file. Fails: with a message that names the fault and the field. */
export function parseFaults(json: string): Fault[] {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    throw new Error('the faults are not valid JSON');
  }
  if (!Array.isArray(list)) throw new Error('the faults are not a JSON array');
  return list.map((item: unknown, i) => checked(item, `fault ${i + 1}`));
}

function checked(item: unknown, name: string): Fault {
  const fields = Object(item) as Record<string, unknown>;
  const kind = String(fields['kind']);
  if (!Object.hasOwn(shapes, kind)) throw new Error(`${name}: kind must be one of ${Object.keys(shapes).join(', ')}`);
  const { needs = {}, may = {} } = shapes[kind as keyof typeof shapes];
  const allowed: Record<string, unknown> = { ...strike, ...needs, ...may };
  for (const field of Object.keys(needs)) {
    if (!Object.hasOwn(fields, field)) throw new Error(`${name} (${kind}): ${field} is missing`);
  }
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'kind') continue;
    if (!Object.hasOwn(allowed, field)) throw new Error(`${name} (${kind}): ${field} is unknown`);
    if (!fits(value, allowed[field])) throw new Error(`${name} (${kind}): ${field} is invalid`);
  }
  return fields as unknown as Fault;
}

function fits(value: unknown, shape: unknown): boolean {
  if (Array.isArray(shape)) return shape.some((option) => value === option || fits(value, option));
  if (shape === number) return typeof value === 'number' && value >= 0;
  if (shape === 'numbers')
    return fits(value, number) || (Array.isArray(value) && value.every((one) => fits(one, number)));
  if (shape === origin) return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);
  return shape === text && typeof value === 'string';
}
