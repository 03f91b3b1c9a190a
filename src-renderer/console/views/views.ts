import { isObject } from '#shared/contract/value-shape.ts';
import { isSort } from '../../components/grid/layout.ts';
import type { ListFilter, ListRow } from '../../stores/lists/collection-client.ts';
import { viewPath as addressOf } from '../../stores/window/address.ts';
import { withoutRivals } from '../filters/filters.ts';
import type { BuiltInView, ListSpec, ViewQuery } from '../list-spec.ts';

type Spec<Filter extends ListFilter> = Pick<ListSpec<ListRow, Filter>, 'filters' | 'readFilter' | 'views' | 'sort'> & {
  columns: readonly { sortBy?: string }[];
};

/** The query of a view, completed with the defaults of the list. */
export function whole<Filter extends ListFilter>(
  { sort }: Pick<ListSpec, 'sort'>,
  query: Partial<ViewQuery<Filter>> = {},
): ViewQuery<Filter> {
  return { search: '', filter: {} as Filter, sort, notReturned: 'hide', ...query };
}

/** A query as a text key: equal for the same rows in the same order. */
export function key({ search, filter, sort, notReturned }: ViewQuery, isSortPart = true): string {
  const entries = Object.entries(filter)
    .filter(([, value]) => value !== undefined && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([search.trim(), entries, notReturned, isSortPart ? [sort.by, sort.direction] : null]);
}

/** Whether two queries show the same rows. The sort order counts only if `isSortPart`. */
export function isSameView(shown: ViewQuery, other: ViewQuery, isSortPart = true): boolean {
  return key(shown, isSortPart) === key(other, isSortPart);
}

/** The built-in view that is shown. Its sort order counts only if the view sets one. */
export function builtInOf<Filter extends ListFilter>(
  spec: Pick<Spec<Filter>, 'views' | 'sort'>,
  shown: ViewQuery<Filter>,
): BuiltInView<Filter> | undefined {
  const isShown = ({ query }: BuiltInView<Filter>, isSorted: boolean): boolean =>
    (query.sort !== undefined) === isSorted && isSameView(shown, whole(spec, query), isSorted);
  return spec.views.find((view) => isShown(view, true)) ?? spec.views.find((view) => isShown(view, false));
}

/**
 * A saved or linked query. `unknown`: the names that this version can't use and leaves out of `query`: of filters, filters
 * with an unknown value, or the sort column. Null: it can't be read.
 */
export type FoundView<Query> = { query: Query; unknown: readonly string[] } | null;

/** A saved or linked query after validation, because it may be from another version or edited by hand. */
export function readQuery<Filter extends ListFilter>(spec: Spec<Filter>, saved: unknown): FoundView<ViewQuery<Filter>> {
  const view = withCurrentNames(saved);
  if (!isObject(view)) return null;
  const { search = '', filter = {}, sort, notReturned = 'hide' } = view;
  if (typeof search !== 'string' || !isObject(filter) || !isNotReturned(notReturned)) return null;
  const names = Object.keys(filter);
  const known = names.filter((name) => Object.hasOwn(spec.readFilter({ [name]: filter[name] }) ?? {}, name));
  const isColumn = isSort(sort) && spec.columns.some(({ sortBy }) => sortBy === sort.by);
  return {
    query: {
      search,
      filter: withoutRivals(spec.filters, Object.fromEntries(known.map((name) => [name, filter[name]])) as Filter),
      sort: isColumn ? { by: sort.by, direction: sort.direction } : spec.sort,
      notReturned,
    },
    unknown: [...names.filter((name) => !known.includes(name)), ...(isSort(sort) && !isColumn ? [sort.by] : [])],
  };
}
function isNotReturned(value: unknown): value is ViewQuery['notReturned'] {
  return value === 'hide' || value === 'show' || value === 'only';
}

/** Views and addresses of earlier releases contain `gone` instead of `notReturned`. */
function withCurrentNames(saved: unknown): unknown {
  const isEarlier = typeof saved === 'object' && saved !== null && 'gone' in saved;
  return isEarlier ? { notReturned: saved.gone, ...saved } : saved;
}

/** The address of a list with a query, for links. */
export function viewPath({ path }: Pick<ListSpec, 'path'>, query: Partial<ViewQuery>): string {
  return addressOf(path, query);
}

/** Numbers of rows and current names of built-in views, by their ID. */
export type ViewNotes = Readonly<Record<string, { name?: string; count?: number }>>;
