import { users } from '#main/api/users.ts';
import type { CallInput, Endpoint, Send } from '#main/api/types.ts';
import type { Capability } from '#shared/contract/profiles.ts';
import type { Clock } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';

interface Probe {
  name: string;
  endpoint: Endpoint;
  input: CallInput;
}

/** Harmless GETs that tell what a token may do. The first one also proves that the address is this API. */
const probes: readonly Probe[] = [{ name: 'users', endpoint: users.list, input: { query: { per_page: 1 } } }];

/**
 * Ask what this token may do, a few requests side by side. A refusal is an answer; fails only when the platform cannot
 * be reached, is down, refuses the token itself, or does not speak this API.
 */
export async function askCapabilities(send: Send, clock: Clock, signal: AbortSignal): Promise<Capability[]> {
  const [first, ...rest] = probes;
  if (first === undefined) return [];
  const known = await askUsers(send, first, clock, signal);
  const others = await Promise.all(rest.map((probe) => ask(send, probe, clock, signal)));
  return [...known, ...others];
}

/** The list of users answers everyone; its fields tell whether the token is an administrator's. */
async function askUsers(send: Send, probe: Probe, clock: Clock, signal: AbortSignal): Promise<Capability[]> {
  let isAdministrator = false;
  const list = await ask(send, probe, clock, signal, (rows) => {
    if (!Array.isArray(rows)) throw new Failure('remote', 'no list of users', { reason: 'not-this-api' });
    isAdministrator = rows.some((row: object) => 'is_admin' in row);
  });
  if (list.outcome === 'missing') {
    throw new Failure('remote', `no ${list.endpoint} here`, { reason: 'not-this-api', said: list.said ?? undefined });
  }
  if (list.outcome !== 'allowed') return [list];
  return [list, { ...list, name: 'users.administrator', outcome: isAdministrator ? 'allowed' : 'denied' }];
}

async function ask(
  send: Send,
  { name, endpoint, input }: Probe,
  clock: Clock,
  signal: AbortSignal,
  look: (value: unknown) => void = () => undefined,
): Promise<Capability> {
  const asked = { name, endpoint: `${endpoint.method} ${endpoint.path}`, checkedAt: clock.now() };
  try {
    const answer = await send.answer(endpoint, input, signal);
    look(answer.value);
    return { ...asked, outcome: 'allowed', status: answer.status, said: null };
  } catch (thrown) {
    const failure = Failure.from(thrown);
    const { status = null, said = null } = failure;
    if (status === 401 || status === null || status >= 500) throw failure;
    const outcome = status === 403 ? 'denied' : status === 404 || status === 405 ? 'missing' : 'unknown';
    return { ...asked, outcome, status, said };
  }
}
