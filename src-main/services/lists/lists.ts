import { type Key, type ListQuery, type ScopedWindow, type Selection, wholeList } from '#shared/contract/collection.ts';
import type { ExportFormat } from '#shared/contract/exported.ts';
import { JsonText } from '#shared/contract/json-text.ts';
import { scopeKindOf, type Scope } from '#shared/contract/scope.ts';
import { asSent } from '#shared/unexpected-values.ts';
import { collectionNames, collections, type CollectionName, type RowOf } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { LinkServices, Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { isYounger } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import { groupsAround } from '../catalogue/catalogue.ts';
import type { ValuesRequest } from '#main/cache/read/filters/filter-values.ts';
import { copyLimit, rowsAsText } from '../exports/copy.ts';
import { exportRows } from '../exports/export.ts';
import type { Instance } from '../instances/instance.ts';
import { putDetail } from './list-details.ts';
import { idsMatching } from './ids-matching.ts';
import type { ListSource } from './list-source.ts';
import { refOf, sourceOf } from './list-sources.ts';
import { noteMissingRow } from './missing-row.ts';
import { summaryOf } from './synced-in.ts';

/** What the services of all lists need. */
export type ListPorts = Pick<AppContext, 'ports' | 'clock' | 'state' | 'fileExports' | 'archive'>;

type CollectionVerb = 'get' | 'summary' | 'ids' | 'values' | 'refresh' | 'refreshFilter' | 'copy' | 'export';
type CollectionServices = {
  readonly [C in CollectionName]: Pick<LinkServices<ReeveContract>[C], 'list' & keyof LinkServices<ReeveContract>[C]> &
    Pick<Services<ReeveContract>[C], CollectionVerb & keyof Services<ReeveContract>[C]>;
};

/** The verbs of every collection of the open instance. Queries read the cache; `refresh` sends requests. */
export function lists(open: () => Instance, ports: ListPorts): CollectionServices {
  const all = collectionNames.map((name) => [name, verbsOf(sourceOf(name), open, ports)]);
  // The types of the rows are not known in `verbsOf`, so they are added here
  return Object.fromEntries(all) as CollectionServices;
}

type At = { scope: Scope; id: Key };

function verbsOf(source: ListSource, open: () => Instance, ports: ListPorts) {
  const { clock, fileExports, archive } = ports;
  const { about } = ports.ports;
  const { name: collection, read, withoutOwnFields = (row) => row } = source;
  const { key, expires } = collections[collection];
  const rows = () => open().reader.lists(collection);
  const around = (scope: Scope) => groupsAround(ports.state.catalogue, open().profile.id, scope);

  async function refresh({ scope, id }: At, maxAgeMs: number, signal: AbortSignal) {
    const { reader, send, store } = open();
    const cached = await reader.lists(collection).detail({ scope, id }, signal);
    const fetchedAt = cached?.detailFetchedAt ?? null;
    if (fetchedAt !== null && isYounger(fetchedAt, maxAgeMs, clock.now())) return { fetchedAt };
    if (read === undefined) throw new Failure('invalid', `a row of ${collection} cannot be requested alone`);
    const reading = { send, scope, ref: refOf(source, scope), signal };
    try {
      const record = await read(reading, id, cached?.row ?? null);
      await putDetail(store, source, { scope, id }, record, clock.now());
    } catch (thrown) {
      await noteMissingRow(thrown, { source, reading, store }, id, clock.now());
      throw thrown;
    }
    return { fetchedAt: clock.now() };
  }

  async function refreshFilter(filter: ListQuery['filter'], scope: Scope, maxAgeMs: number, signal: AbortSignal) {
    const { reader, send, store } = open();
    const list = reader.lists(collection);
    const { serverFilters = [] } = await list.list(
      { query: wholeList(scope, { filter }), slice: { from: 0, count: 1 } },
      signal,
    );
    const isFresh = (fetchedAt: number | null): boolean =>
      fetchedAt !== null && isYounger(fetchedAt, maxAgeMs, clock.now());
    const wide = await listedAround(list, scope, signal);
    const { live } = await list.summary({ scope: wide }, signal);
    for (const { name } of serverFilters.filter(({ fetchedAt }) => !isFresh(fetchedAt))) {
      const only = { [name]: filter[name] };
      const request = askedOf(collection, name, filter[name]);
      const ids = await idsMatching(source, { send, scope: wide, ref: refOf(source, wide), signal }, request, live);
      await store.putFilterIds({ place: { collection, scope }, filter: only, ids, now: clock.now() });
    }
    const ages = serverFilters.map(({ fetchedAt }) => (isFresh(fetchedAt) ? (fetchedAt ?? 0) : clock.now()));
    return { fetchedAt: Math.min(clock.now(), ...ages) };
  }

  /**
   * The scope whose request lists the rows of a scope: itself, or the scope that was synced last for a project.
   * Fails: `invalid` if the rows of the project were never synced.
   */
  async function listedAround(list: ReturnType<typeof rows>, scope: Scope, signal: AbortSignal): Promise<Scope> {
    if (source.listedScopes.includes(scopeKindOf(scope))) return scope;
    const { syncedIn } = await summaryOf(list, scope, around, signal);
    if (typeof syncedIn === 'string') return syncedIn;
    throw new Failure('invalid', `the ${collection} of ${scope} were never synced`, { field: 'scope' });
  }

  /** The rows of a selection, for copies and exports. `scope` is an optional column. */
  async function* chosen(selection: Selection, columns: readonly string[], signal: AbortSignal) {
    const hasScope = columns.includes('scope');
    for await (const piece of rows().rows(selection, signal)) {
      yield piece.map((one) => {
        const row = asSent(withoutOwnFields(one.row)) as Record<string, unknown>;
        return { ...one, row: hasScope ? { scope: one.scope, ...row } : row };
      });
    }
  }

  return {
    list: async (input: { query: ListQuery; slice: { from: number; count: number } }, signal: AbortSignal) => {
      if (expires) await archive.restoreOnce(open(), collection);
      return new JsonText<ScopedWindow<RowOf<CollectionName>>>(await rows().listText(input, signal));
    },
    get: (at: At, signal: AbortSignal) => rows().detail(at, signal),
    summary: async ({ scope }: { scope: Scope | null }, signal: AbortSignal) => {
      if (expires) await archive.restoreOnce(open(), collection);
      return summaryOf(rows(), scope, around, signal);
    },
    ids: async (input: { query: ListQuery; from: number; count: number }, signal: AbortSignal) => ({
      ids: await rows().ids(input, signal),
    }),
    values: (input: ValuesRequest, signal: AbortSignal) => rows().values(input, signal),
    refresh: ({ scope, id, maxAgeMs = 0 }: At & { maxAgeMs?: number }, signal: AbortSignal) =>
      open().once(
        `${collection}.refresh ${scope} ${JSON.stringify(id)}`,
        (own) => refresh({ scope, id }, maxAgeMs, own),
        signal,
      ),
    refreshFilter: (
      { scope, filter, maxAgeMs = 0 }: { scope: Scope; filter: ListQuery['filter']; maxAgeMs?: number },
      signal: AbortSignal,
    ) => {
      const { sides } = collections[collection];
      const wanted = Object.fromEntries(
        Object.entries(filter).filter(([name]) => sides[name]?.startsWith('server') === true),
      );
      const flight = `${collection}.refreshFilter ${scope} ${JSON.stringify(wanted)}`;
      return open().once(flight, (own) => refreshFilter(wanted, scope, maxAgeMs, own), signal);
    },
    copy: (
      { selection, format, columns }: { selection: Selection; format: 'json' | 'csv'; columns: string[] },
      signal: AbortSignal,
    ) => {
      const { url } = open().profile;
      const address = ({ scope, id, row }: { scope: Scope; id: Key; row: object }): string =>
        `${url}/api/v4${source.path({ scope, ref: refOf(source, scope), id }, row as RowOf<CollectionName>)}`;
      return rowsAsText(chosen(selection, columns, signal), { format, columns, key, address, limit: copyLimit });
    },
    export: (
      { selection, columns, format }: { selection: Selection; columns: string[]; format: ExportFormat },
      signal: AbortSignal,
    ) => {
      const { profile, asOf } = open();
      const what = { prefix: collection, selection, columns, format, profile, asOf, product: about };
      return exportRows(chosen(selection, columns, signal), what, { fileExports, clock, signal });
    },
  };
}

/** The parameters of a request with one filter. */
function askedOf(collection: CollectionName, name: string, value: unknown): Record<string, unknown> {
  const { asked, askedWith } = collections[collection];
  const [parameter = name, field] = (asked[name] ?? name).split('.');
  return { ...askedWith[name], [parameter]: field === undefined ? value : { [field]: value } };
}
