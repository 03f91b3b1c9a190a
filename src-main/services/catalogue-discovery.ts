import { probes as api } from '#main/api/probes.ts';
import type { Endpoint, Send } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import type { Named } from '#main/state/catalogue.ts';
import type { CatalogueProbe } from '#shared/contract/catalogue.ts';
import { Failure, type FailureData } from '#shared/errors.ts';

/** Pages of 100 rows that are read of one list at most. */
const mostPages = 50;
const perPage = 100;

interface Answer {
  /** Null: a long rate limit left the request unanswered. */
  probe: CatalogueProbe | null;
  named: Named[];
  failure: FailureData | null;
}
interface Found {
  /** Why the rest of the list was not read. */
  failure?: FailureData;
  detail: string | null;
  named: Named[];
  rows: number | null;
  isCapped: boolean;
}

/**
 * Ask the optional endpoints, one after the other. 403, 404 and 405 mean "not offered here", another refusal means that
 * it is not known. An endpoint with a long rate limit is skipped or read only in part; `failure` is that limit.
 * Fails only when the platform cannot be reached or refuses the token itself.
 */
export async function discover(
  send: Send,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ probes: CatalogueProbe[]; named: Named[]; failure: FailureData | null }> {
  const answers = [
    await ask('version', api.version, clock, signal, async () => {
      const { version } = await send(api.version, {}, signal);
      return { detail: version ?? null, named: [], rows: null, isCapped: false };
    }),
    await ask('user', api.user, clock, signal, async () => {
      const { username } = await send(api.user, {}, signal);
      return { detail: username ?? null, named: [], rows: null, isCapped: false };
    }),
    await ask('groups', api.groups, clock, signal, () =>
      pages(async (page) =>
        (await send(api.groups, { query: { page, per_page: perPage } }, signal)).map(({ id, full_path, name }) =>
          named('group', id, full_path, name),
        ),
      ),
    ),
    await ask('projects', api.projects, clock, signal, () =>
      pages(async (page) =>
        (await send(api.projects, { query: { page, per_page: perPage, simple: true } }, signal)).map(
          ({ id, path_with_namespace, name }) => named('project', id, path_with_namespace, name),
        ),
      ),
    ),
  ];
  return {
    probes: answers.flatMap(({ probe }) => probe ?? []),
    named: answers.flatMap((answer) => answer.named),
    failure: answers.find(({ failure }) => failure !== null)?.failure ?? null,
  };
}

async function ask(
  name: string,
  { method, path }: Endpoint,
  clock: Clock,
  signal: AbortSignal,
  read: () => Promise<Found>,
): Promise<Answer> {
  const asked = { name, endpoint: `${method} ${path}`, checkedAt: clock.now() };
  try {
    const { named: all, failure = null, ...found } = await read();
    return { probe: { ...asked, ...found, outcome: 'offered', status: 200, said: null }, named: all, failure };
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = Failure.from(thrown);
    const { status = null, said = null } = failure;
    if (failure.code === 'throttled') return { probe: null, named: [], failure: failure.toData() };
    if (failure.code === 'offline' || failure.code === 'bug' || status === 401) throw failure;
    const isAbsent = status === 403 || status === 404 || status === 405;
    const outcome = isAbsent ? ('not-offered' as const) : ('unknown' as const);
    const probe = { ...asked, outcome, status, said, detail: null, rows: null, isCapped: false };
    return { probe, named: [], failure: null };
  }
}

/** Read pages until one is not full. A list without an end is cut, and so is a list that a rate limit interrupts. */
async function pages(read: (page: number) => Promise<Named[]>): Promise<Found> {
  const all: Named[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const rows = await read(page).catch((thrown: unknown) => Failure.from(thrown));
    if (rows instanceof Failure) {
      if (rows.code !== 'throttled' || page === 1) throw rows;
      return { detail: null, named: all, rows: all.length, isCapped: true, failure: rows.toData() };
    }
    all.push(...rows);
    if (rows.length < perPage) return { detail: null, named: all, rows: all.length, isCapped: false };
  }
  return { detail: null, named: all, rows: all.length, isCapped: true };
}

function named(
  kind: Named['kind'],
  id: number,
  path: string | null | undefined,
  name: string | null | undefined,
): Named {
  return { kind, id, path: path ?? null, name: name ?? null };
}
