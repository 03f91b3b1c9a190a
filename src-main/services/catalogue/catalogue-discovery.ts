import { hasNextPage } from '#main/api/client/wire/paging.ts';
import { probes as api } from '#main/api/endpoints/probes.ts';
import type { Endpoint, Send } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import type { CatalogueRef } from '#main/state/catalogue.ts';
import type { CatalogueProbe } from '#shared/contract/catalogue.ts';
import { Failure, isRefusedEverywhere, isRefusedHere, type FailureData } from '#shared/errors.ts';

/** Maximum pages of one list. */
const mostPages = 50;
const perPage = 100;

export interface ProbeAnswer {
  probe: CatalogueProbe;
  named: CatalogueRef[];
  /** The page to request next; null: no request is left. */
  nextPage: number | null;
}
/** Results of a discovery so far, by the name of the probe. */
export type ProbeAnswers = Map<string, ProbeAnswer>;

/**
 * Request the optional endpoints, one after the other. 403, 404 and 405 mean that the instance does not offer the
 * endpoint; after another refusal this stays unknown. Results are added to `answers` page by page, and pages that are
 * there already are not requested again. An endpoint with a long rate limit is skipped or read only in part; that limit
 * is returned.
 * Fails: only if the platform can't be reached or rejects the token.
 */
export async function discover(
  send: Send,
  clock: Clock,
  signal: AbortSignal,
  answers: ProbeAnswers,
): Promise<FailureData | null> {
  const failures = [
    await ask('version', api.version, async (endpoint) => {
      const { version } = await send(endpoint, {}, signal);
      return { detail: version ?? null };
    }),
    await ask('user', api.user, async (endpoint) => {
      const { username } = await send(endpoint, {}, signal);
      return { detail: username ?? null };
    }),
    await askPages('groups', api.groups, async (endpoint, page) => {
      const { value, headers } = await send.answer(endpoint, { query: { page, per_page: perPage } }, signal);
      return { headers, refs: value.map(({ id, full_path, name }) => named('group', id, full_path, name)) };
    }),
    await askPages('projects', api.projects, async (endpoint, page) => {
      const query = { page, per_page: perPage, simple: true };
      const { value, headers } = await send.answer(endpoint, { query }, signal);
      const refs = value.map(({ id, path_with_namespace, name }) => named('project', id, path_with_namespace, name));
      return { headers, refs };
    }),
  ];
  return failures.find((failure) => failure !== null) ?? null;

  function put(
    name: string,
    { method, path }: Endpoint,
    probe: Partial<CatalogueProbe>,
    { named: all = [], nextPage = null }: Partial<ProbeAnswer> = {},
  ): void {
    const asking = { name, endpoint: `${method} ${path}`, checkedAt: clock.now() };
    const offered = {
      outcome: 'offered' as const,
      status: 200,
      reportedMessage: null,
      detail: null,
      rows: null,
      isCapped: false,
    };
    answers.set(name, { probe: { ...offered, ...probe, ...asking }, named: all, nextPage });
  }

  /** `read` returns fields of the probe, or null if it has already stored the answer itself. */
  async function ask<E extends Endpoint>(
    name: string,
    endpoint: E,
    read: (endpoint: E) => Promise<Partial<CatalogueProbe> | null>,
  ): Promise<FailureData | null> {
    if (answers.get(name)?.nextPage === null) return null;
    try {
      const probe = await read(endpoint);
      if (probe !== null) put(name, endpoint, probe);
      return null;
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = Failure.from(thrown);
      const { status = null, reportedMessage = null } = failure;
      if (failure.code === 'throttled') return failure.toData();
      if (failure.code === 'offline' || failure.code === 'bug' || isRefusedEverywhere(failure)) throw failure;
      const outcome = isRefusedHere(failure) ? ('not-offered' as const) : ('unknown' as const);
      put(name, endpoint, { outcome, status, reportedMessage }, { named: answers.get(name)?.named ?? [] });
      return null;
    }
  }

  /** Read all pages, but at most `mostPages`. Without page headers, a page without new rows is the last one. */
  function askPages<E extends Endpoint>(
    name: string,
    endpoint: E,
    read: (endpoint: E, page: number) => Promise<{ headers: Record<string, string>; refs: CatalogueRef[] }>,
  ): Promise<FailureData | null> {
    return ask(name, endpoint, async () => {
      const before = answers.get(name);
      const all = new Map((before?.named ?? []).map((ref) => [ref.id, ref]));
      let page: number | null = before?.nextPage ?? 1;
      while (page !== null) {
        const { headers, refs } = await read(endpoint, page);
        const known = all.size;
        for (const ref of refs) all.set(ref.id, ref);
        const isCapped = hasNextPage(headers, endpoint) ?? all.size > known;
        const nextPage: number | null = isCapped && page < mostPages ? page + 1 : null;
        put(name, endpoint, { rows: all.size, isCapped }, { named: [...all.values()], nextPage });
        page = nextPage;
      }
      return null;
    });
  }
}

function named(
  kind: CatalogueRef['kind'],
  id: number,
  path: string | null | undefined,
  name: string | null | undefined,
): CatalogueRef {
  return { kind, id, path: path ?? null, name: name ?? null };
}
