import { consoles as words } from '#shared/text/en/console.ts';
import type { ListFilter, ListRow } from '../stores/lists/collection-client.ts';
import type { ListColumn, ListSpec } from './list-spec.ts';

const place: ListColumn = { id: 'scope', title: words.columns.scope, widthPx: 180, fields: ['scope'] };

/** The specs that were made. The state of a page is kept by its spec, so each is made once. */
const made = new WeakMap<object, object>();

/** The same list for the rows of all groups and projects: a column shows to which one a row belongs. */
export function everywhereSpec<Row extends ListRow, Filter extends ListFilter>(
  spec: ListSpec<Row, Filter>,
): ListSpec<Row, Filter> {
  if (spec.columns.some(({ id }) => id === place.id)) return spec;
  const known = made.get(spec);
  if (known !== undefined) return known as ListSpec<Row, Filter>;
  const [first, ...others] = spec.columns;
  const columns = [...(first === undefined ? [] : [first]), place as ListColumn<Row>, ...others];
  const everywhere = { ...spec, columns };
  made.set(spec, everywhere);
  return everywhere;
}
