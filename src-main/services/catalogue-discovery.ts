import { probes as api } from '#main/api/probes.ts';
import type { Endpoint, Send } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import type { Named } from '#main/state/catalogue.ts';
import type { CatalogueProbe } from '#shared/contract/catalogue.ts';
import { Failure } from '#shared/errors.ts';

/** Pages of 100 rows that are read of one list at most. */
const mostPages = 50;
const perPage = 100;

interface Found {
  detail: string | null;
  named: Named[];
  rows: number | null;
  isCapped: boolean;
}

/**
 * Ask the optional endpoints, one after the other. 403, 404 and 405 mean "not offered here", another refusal means that
 * it is not known. Fails only when the platform cannot be reached or refuses the token itself.
 */
export async function discover(
  send: Send,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ probes: CatalogueProbe[]; named: Named[] }> {
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
  return { probes: answers.map(({ probe }) => probe), named: answers.flatMap((answer) => answer.named) };
}

async function ask(
  name: string,
  { method, path }: Endpoint,
  clock: Clock,
  signal: AbortSignal,
  read: () => Promise<Found>,
): Promise<{ probe: CatalogueProbe; named: Named[] }> {
  const asked = { name, endpoint: `${method} ${path}`, checkedAt: clock.now() };
  try {
    const { named: all, ...found } = await read();
    return { probe: { ...asked, ...found, outcome: 'offered', status: 200, said: null }, named: all };
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = Failure.from(thrown);
    const { status = null, said = null } = failure;
    if (failure.code === 'offline' || failure.code === 'bug' || status === 401) throw failure;
    const isAbsent = status === 403 || status === 404 || status === 405;
    const outcome = isAbsent ? ('not-offered' as const) : ('unknown' as const);
    return { probe: { ...asked, outcome, status, said, detail: null, rows: null, isCapped: false }, named: [] };
  }
}

/** Until a page is not full; a list without an end is cut. */
async function pages(read: (page: number) => Promise<Named[]>): Promise<Found> {
  const all: Named[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const rows = await read(page);
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
