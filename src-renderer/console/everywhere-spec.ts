import { consoles as words } from '#shared/text/en/console.ts';
import type { ListFilter, ListRow } from '../stores/lists/collection-client.ts';
import { variantOf, type ListColumn, type ListSpec } from './list-spec.ts';

const place: ListColumn = { id: 'scope', title: words.columns.scope, widthPx: 180, fields: ['scope'] };

/** The same list for the rows of all groups and projects: a column shows to which one a row belongs. */
export function everywhereSpec<Row extends ListRow, Filter extends ListFilter>(
  spec: ListSpec<Row, Filter>,
): ListSpec<Row, Filter> {
  if (spec.columns.some(({ id }) => id === place.id)) return spec;
  const columns = spec.columns.toSpliced(1, 0, place as ListColumn<Row>);
  return variantOf(spec, 'everywhere', () => ({ ...spec, columns }));
}
