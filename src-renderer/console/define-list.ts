import { outlines } from '#shared/contract/window.constant.ts';
import { consoles } from '#shared/text/en/console.ts';
import type { FilterOf, ListRow, RowOf, ScopedListName } from '../stores/lists/collection-client.ts';
import { segmentOf } from '../stores/window/address.ts';
import { visibleText } from '../components/text/visible-text.ts';
import { partsOf } from './outline-parts.ts';
import type { FilterField, ListSpec } from './list-spec.ts';

/** The views "all rows" and "rows that the last full sync did not return". */
export const allRows = { id: 'all', name: consoles.plainViews.all, query: {} } as const;
export const notReturnedRows = {
  id: 'not-returned',
  name: consoles.plainViews.notReturned,
  query: { notReturned: 'only' },
} as const;

/** Maximum characters of a name in a sentence, a heading or a message. */
const mostOfName = 200;

/** The settings of a list page, except `path`, `scopes`, `sort` and `webUrlOf`, which are read from the declaration. */
type OwnSpec<S extends ScopedListName> = Omit<
  ListSpec<RowOf<S>, FilterOf<S>>,
  'collection' | 'filters' | 'readFilter' | 'path' | 'scopes' | 'sort' | WordName
> &
  Partial<Pick<ListSpec<RowOf<S>, FilterOf<S>>, 'path'>> & { filters: readonly FilterField<FilterOf<S>>[] };
type WordName = 'title' | 'noun' | 'searchHint' | 'role';

/**
 * Describe a list page; rows and filters have the types of the contract. Define one constant per page, outside of
 * components, because the state of the page is kept by its spec. The default of `aboutOf` is the ID.
 */
export function defineList<S extends ScopedListName>(
  collection: S,
  { title, noun, searchHint, role }: Pick<ListSpec, WordName>,
  spec: OwnSpec<S>,
): ListSpec<RowOf<S>, FilterOf<S>> {
  const { nameOf, aboutOf = (row: ListRow) => `#${String(row['id'])}` } = spec;
  return {
    title,
    noun,
    searchHint,
    ...(role !== undefined && { role }),
    path: `/${segmentOf(collection)}`,
    ...(partsOf(outlines[collection]) as Pick<ListSpec<RowOf<S>, FilterOf<S>>, keyof ReturnType<typeof partsOf>>),
    ...spec,
    collection,
    filters: spec.filters as readonly FilterField[],
    nameOf: (row) => visibleText(nameOf(row), mostOfName),
    aboutOf: (row) => visibleText(aboutOf(row), mostOfName),
  };
}
