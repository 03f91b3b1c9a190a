import { readObject } from '#shared/contract/value-shape.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { consoles } from '#shared/text/en/console.ts';
import { visibleText } from '../components/text/visible-text.ts';
import type { FilterOf, ListRow, RowOf, ScopedListName } from '../stores/lists/collection-client.ts';
import { segmentOf } from '../stores/window/address.ts';
import type { ListSpec } from './list-spec.ts';

/** The words of a list page. */
export type PageWords = Pick<ListSpec, 'noun' | 'searchHint' | 'role'> & { title?: string };

/**
 * The parts of a list page: those that the outline of the collection does not contain, and those that replace a
 * default.
 */
export type ListParts<S extends ScopedListName> = Partial<ListSpec<RowOf<S>, FilterOf<S>>> &
  Pick<ListSpec<RowOf<S>, FilterOf<S>>, 'columns' | 'details' | 'filters' | 'leading' | 'nameOf'> & {
    /** The ID of the view "Not returned", which is the last view; null: the page has no such view. */
    notReturnedId?: string | null;
  };

/** Maximum characters of a name in a sentence, a heading or a message. */
const mostOfName = 200;

/**
 * Makes a list page from its parts. The first view shows all rows, the last one the rows that the last full sync did
 * not return; the views of the page are between them. It needs no schema, so the pages that the window can start with
 * use it; other pages use `declaredList`. Define one constant per page outside of components: the page keeps its state
 * by this constant.
 */
export function defineList<S extends ScopedListName>(
  collection: S,
  { title = titleOf(collection), noun, searchHint, role }: PageWords,
  { views = [], notReturnedId = 'not-returned', nameOf, aboutOf = () => '', ...parts }: ListParts<S>,
): ListSpec<RowOf<S>, FilterOf<S>> {
  const { lists, order, hasWebUrl, filter } = outlines[collection];
  const { all, notReturned } = consoles.plainViews;
  return {
    title,
    noun,
    searchHint,
    ...(role !== undefined && { role }),
    path: `/${segmentOf(collection)}`,
    scopes: Object.keys(lists) as ListSpec['scopes'],
    sort: { ...order },
    readFilter: (saved) => readObject(filter, saved) as FilterOf<S> | null,
    ...(hasWebUrl && { webUrlOf: ({ web_url: url }: ListRow) => (typeof url === 'string' ? url : null) }),
    ...parts,
    collection,
    views: [
      { id: 'all', name: all, query: {} },
      ...views,
      ...(notReturnedId === null
        ? []
        : [{ id: notReturnedId, name: notReturned, query: { notReturned: 'only' } as const }]),
    ],
    nameOf: (row) => visibleText(nameOf(row), mostOfName),
    aboutOf: (row) => visibleText(aboutOf(row), mostOfName),
  };
}
