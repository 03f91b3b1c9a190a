import { comparedFields } from '#shared/contract/compared-fields.constant.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { asOf as words } from '#shared/text/en/as-of.ts';
import type { ListFilter, ListRow } from '../../../stores/lists/collection-client.ts';
import { isCollection } from '../../../stores/lists/collection-names.ts';
import { absentPart } from '../../facts/value-parts.ts';
import { setFilters } from '../../filters/filters.ts';
import {
  variantOf,
  type BuiltInView,
  type FilterField,
  type ListColumn,
  type ListSpec,
  type PastPart,
} from '../../list-spec.ts';
import { pastScreen } from './past-screen.ts';

/** The column that compares each row with the present. */
export const nowColumn = 'now';
/** Columns whose values do not come from the platform. */
const ofReeve: readonly string[] = ['age', 'scope'];
const { notRecorded: text, notRecordedWhy: why, serverWhy, viewWhy } = words.list;

/**
 * A list as of a moment: with the column Now, and without what needs fields that are not recorded. `fields`: the paths of
 * the recorded fields.
 */
export function pastSpec<Row extends ListRow, Filter extends ListFilter>(
  spec: ListSpec<Row, Filter>,
  fields: readonly string[],
): ListSpec<Row, Filter> {
  return variantOf(spec, 'past', () => {
    const { collection } = spec;
    const compared = comparedFields[collection];
    const key = isCollection(collection) ? outlines[collection].key : 'id';
    const isRecorded = (field: string): boolean =>
      field === key ||
      fields.some((path) => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`));
    const areRecorded = (names: readonly string[] | false): boolean => names !== false && names.every(isRecorded);
    const isSort = (by: string): boolean => areRecorded(compared?.sorts[by] ?? [by]);
    const columns = spec.columns.map((column) => pastColumn(column, { areRecorded, isSort }));
    const filters = spec.filters.map((field): FilterField => {
      if (field.side === 'server') return { ...field, offReason: serverWhy };
      return areRecordedFor(field) ? field : { ...field, offReason: text, help: why };
    });
    function areRecordedFor({ name }: FilterField): boolean {
      const names = compared?.filters[name];
      return names === undefined ? !isUnrecordedColumn(name) : areRecorded(names);
    }
    /** A filter with the name of a field compares it. */
    function isUnrecordedColumn(name: string): boolean {
      return spec.columns.some(({ sortBy, id }) => sortBy === name || id === name) && !isRecorded(name);
    }
    const [first] = columns.flatMap(({ sortBy }) => sortBy ?? []);
    const past: PastPart = { isRecorded, screen: pastScreen };
    return {
      ...spec,
      columns: [
        ...columns,
        { id: nowColumn, title: words.now.title, widthPx: 216, format: 'custom', fields: [], isLast: true },
      ],
      filters,
      views: spec.views.map((view) => pastView(view, filters, isSort)),
      sort: isSort(spec.sort.by) ? spec.sort : { by: first ?? key, direction: 'asc' },
      isListOnly: true,
      past,
    };
  });
}

function pastColumn<Row extends ListRow>(
  { sortBy, ...column }: ListColumn<Row>,
  { areRecorded, isSort }: { areRecorded: (names: readonly string[]) => boolean; isSort: (by: string) => boolean },
): ListColumn<Row> {
  const { id, fields = [id] } = column;
  const sorted = sortBy === undefined || !isSort(sortBy) ? {} : { sortBy };
  const isKnown = ofReeve.includes(id) || (fields.length > 0 && areRecorded(fields));
  if (isKnown || column.isPinned === true) return { ...column, ...sorted };
  const { format: _, isDetail: __, isAdministrators: ___, ...rest } = column;
  return { ...rest, note: { text, why }, value: () => undefined, show: () => absentPart(text) };
}

function pastView<Filter extends ListFilter>(
  view: BuiltInView<Filter>,
  filters: readonly FilterField[],
  isSort: (by: string) => boolean,
): BuiltInView<Filter> {
  const { filter, sort } = view.query;
  const isOff = filter !== undefined && setFilters(filters, filter).some(({ offReason }) => offReason !== undefined);
  return isOff || (sort !== undefined && !isSort(sort.by)) ? { ...view, offReason: viewWhy } : view;
}
