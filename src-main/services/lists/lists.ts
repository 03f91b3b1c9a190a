import { isNoSuchThing } from '#main/api/client/wire/failures.ts';
import type { ListStem, RowOf } from '#main/cache/list-stems.ts';
import type { Ports } from '#main/ports.ts';
import type { ListQuery, Scope, Selection } from '#shared/contract/collection.ts';
import { contract, type ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import { copyLimit, rowsAsText } from '../exports/copy.ts';
import { exportRows } from '../exports/export.ts';
import type { Exporting } from '../exports/exporting.ts';
import type { Instance } from '../instances/instance.ts';
import { putDetail } from './list-details.ts';
import { listings, refOf } from './sources/index.ts';
import type { Listing } from './listing.ts';

/** Stems whose verbs are those of a `collection`. */
export type CollectionStem = {
  [S in keyof ReeveContract & ListStem]: ReeveContract[S] extends { ids: unknown; summary: unknown } ? S : never;
}[keyof ReeveContract & ListStem];
/** Whether what is cached under this stem has such verbs. */
export function isCollection(stem: string): stem is CollectionStem {
  return Object.hasOwn(contract, stem) && Object.hasOwn(listings, stem);
}

type ListPorts = Pick<Ports, 'clock' | 'about'> & { exporting: Exporting };

type CollectionVerb = 'list' | 'get' | 'summary' | 'ids' | 'refresh' | 'copy' | 'export';
type CollectionServices = {
  readonly [S in CollectionStem]: Pick<Services<ReeveContract>[S], CollectionVerb & keyof Services<ReeveContract>[S]>;
};

/** The verbs of every list of the open instance, by stem: answered from its cache, `refresh` asks the platform. */
export function lists(open: () => Instance, ports: ListPorts): CollectionServices {
  const all = Object.values(listings).map((listing) => [listing.stem, verbsOf(listing as Listing, open, ports)]);
  // Which rows a stem holds is not known in here and given back at this border
  return Object.fromEntries(all) as CollectionServices;
}

type Chosen = Selection<ListQuery<object>>;
type At = { scope: Scope; id: number };

function verbsOf(listing: Listing, open: () => Instance, { clock, about, exporting }: ListPorts) {
  const { stem, read, told = (row) => row } = listing;
  const rows = () => open().reader.lists(stem);

  async function refresh({ scope, id }: At, maxAgeMs: number, signal: AbortSignal) {
    const { reader, send, store } = open();
    const cached = await reader.lists(stem).detail({ scope, id }, signal);
    const fetchedAt = cached?.detailFetchedAt ?? null;
    if (fetchedAt !== null && clock.now() - fetchedAt < maxAgeMs) return { fetchedAt };
    if (read === undefined) throw new Failure('invalid', `one of ${stem} cannot be read alone`);
    try {
      const record = await read({ send, scope, ref: refOf(listing, scope), signal }, id, cached?.row ?? null);
      await putDetail(store, listing, { scope, id }, record, clock.now());
    } catch (thrown) {
      if (isNoSuchThing(thrown)) await store.markGone({ collection: stem, scope }, id, clock.now());
      throw thrown;
    }
    return { fetchedAt: clock.now() };
  }

  /** Where a row comes from is a column as any other, for whoever asks for it. */
  async function* chosen(selection: Chosen, columns: readonly string[], signal: AbortSignal) {
    const hasScope = columns.includes('scope');
    for await (const piece of rows().rows(selection, signal)) {
      yield piece.map((one) => {
        const row = told(one.row) as Record<string, unknown>;
        return { ...one, row: hasScope ? { scope: one.scope, ...row } : row };
      });
    }
  }

  return {
    list: (input: { query: ListQuery<object>; slice: { from: number; count: number } }, signal: AbortSignal) =>
      rows().list(input, signal),
    get: (at: At, signal: AbortSignal) => rows().detail(at, signal),
    summary: ({ scope }: { scope: Scope | null }, signal: AbortSignal) => rows().summary(scope, signal),
    ids: async (input: { query: ListQuery<object>; from: number; count: number }, signal: AbortSignal) => ({
      ids: await rows().ids(input, signal),
    }),
    refresh: ({ scope, id, maxAgeMs = 0 }: At & { maxAgeMs?: number }, signal: AbortSignal) =>
      open().once(`${stem}.refresh ${scope} ${id}`, (own) => refresh({ scope, id }, maxAgeMs, own), signal),
    copy: (
      { selection, format, columns }: { selection: Chosen; format: 'json' | 'csv'; columns: string[] },
      signal: AbortSignal,
    ) => {
      const { url } = open().profile;
      const address = ({ scope, id, row }: { scope: Scope; id: number; row: object }): string =>
        `${url}/api/v4${listing.path({ scope, ref: refOf(listing, scope), id }, row as RowOf<ListStem>)}`;
      return rowsAsText(chosen(selection, columns, signal), { format, columns, address, limit: copyLimit });
    },
    export: ({ selection, columns }: { selection: Chosen; columns: string[] }, signal: AbortSignal) => {
      const { profile } = open();
      const what = { stem, selection, columns, profile, product: about };
      return exportRows(chosen(selection, columns, signal), what, { exporting, clock, signal });
    },
  };
}
