import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { Session } from '../../link/session.svelte.ts';
import { allRows } from '../lists/all-rows.ts';

type Kind = CatalogueEntry['kind'];

/** The catalogue entry of an ID or a path; null: it is not in the catalogue. */
export function findPlace({ client }: Session, kind: Kind, ref: number | string): Promise<CatalogueEntry | null> {
  return client.catalogue.get({ scope: `${kind}:${ref}` });
}

/** Paths in the catalogue that contain a text, at most 20. */
export async function suggestPlaces({ client }: Session, kind: Kind, search: string): Promise<string[]> {
  const { rows } = await client.catalogue.list({ query: { kind, search }, slice: { from: 0, count: 20 } });
  return rows.flatMap(({ path }) => path ?? []);
}

/** All groups or projects of the catalogue, without those that do not exist according to the last verification. */
export async function allPlaces({ client }: Session, kind: Kind): Promise<CatalogueEntry[]> {
  const found = await allRows((slice) => client.catalogue.list({ query: { kind }, slice }));
  return found.filter(({ verdict }) => verdict !== 'missing');
}
