import type { ListQuery } from '#shared/contract/collection.ts';
import type { NamedFigure } from '#shared/contract/overview.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { collectionClient } from '../lists/collection-client.ts';

/** Figures by name. A figure is missing if the token can't see its rows. */
export type Figures = Readonly<Partial<Record<string, NamedFigure>>>;

/** The named figures of the lists that `asked` returns. They are loaded again when one of `lists` changes. */
export function namedFigures(session: Session, lists: readonly string[], asked: () => string[]) {
  const load = async (): Promise<Figures> => {
    const all = await session.client.overview.figures({ collections: asked() });
    return Object.fromEntries(all.map((one) => [one.name, one]));
  };
  return new LastReply(
    session,
    load,
    lists.map((name) => collectionClient(session, name)),
  );
}

interface List {
  collection: string;
  sort: ListQuery['sort'];
  views: readonly { id: string; query: Partial<ListQuery> }[];
}

/** How many rows each view of a list has, by the ID of the view. */
export function viewCounts(session: Session, { collection, sort, views }: List, scope: () => Scope | null) {
  const client = collectionClient(session, collection);
  const countOf = async ({ id, query: own }: List['views'][number]) => {
    const query = { ...own, sort, scope: scope() };
    return [id, { count: (await client.list({ query, slice: { from: 0, count: 1 } })).total }] as const;
  };
  const load = async (): Promise<Readonly<Partial<Record<string, { count: number }>>>> =>
    Object.fromEntries(await Promise.all(views.map(countOf)));
  return new LastReply(session, load, [client]);
}
