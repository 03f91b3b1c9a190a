import { outlines } from '#shared/contract/window.constant.ts';
import type { Failure } from '#shared/errors.ts';
import { asOf as words } from '#shared/text/en/as-of.ts';
import type { Noun } from '#shared/text/en/console.ts';
import type { Screen } from '../../../components/display/screen.ts';
import { now } from '../../../components/text/clock.ts';
import type { MomentReply } from '../../../stores/lists/past-list.svelte.ts';
import type { ListFilter, ListRow } from '../../../stores/lists/collection-client.ts';
import type { Stores } from '../../../stores/context.ts';
import { isCollection } from '../../../stores/lists/collection-names.ts';
import { absentPart } from '../../facts/value-parts.ts';
import { setFilters } from '../../filters/filters.ts';
import { variantOf, type FilterField, type ListColumn, type ListSpec, type PastPart } from '../../list-spec.ts';

/** The column that compares each row with the present. */
export const nowColumn = 'now';
/** Columns whose values do not come from the platform. */
const ofReeve: readonly string[] = ['age', 'scope'];
const { notRecorded: text, notRecordedWhy: why, serverWhy, viewWhy } = words.list;

/**
 * A list as of a moment: with the column Now, and without what needs fields that are not recorded. `fields`: the paths of
 * the recorded fields; `notRecorded`: the filters and sort orders that need other fields.
 */
export function pastSpec<Row extends ListRow, Filter extends ListFilter>(
  spec: ListSpec<Row, Filter>,
  { fields, notRecorded }: { fields: readonly string[] } & Pick<MomentReply, 'notRecorded'>,
): ListSpec<Row, Filter> {
  return variantOf(spec, 'past', () => {
    const { collection } = spec;
    const key = isCollection(collection) ? outlines[collection].key : 'id';
    const isRecorded = (field: string): boolean =>
      field === key ||
      fields.some((path) => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`));
    const isSort = (by: string): boolean => !notRecorded.sorts.includes(by);
    const columns = spec.columns.map((column) => pastColumn(column, isRecorded, isSort));
    const filters = spec.filters.map((field): FilterField => {
      if (field.side === 'server') return { ...field, offReason: serverWhy };
      return notRecorded.filters.includes(field.name) ? { ...field, offReason: text, help: why } : field;
    });
    const [first] = columns.flatMap(({ sortBy }) => sortBy ?? []);
    const past: PastPart = {
      isRecorded,
      viewReason({ filter = {}, sort }) {
        const isOff = setFilters(filters, filter).some(({ offReason }) => offReason !== undefined);
        return isOff || (sort !== undefined && !isSort(sort.by)) ? viewWhy : null;
      },
      noRows: (stores, failure) => noRows(stores, spec.noun, failure),
    };
    return {
      ...spec,
      columns: [
        ...columns,
        { id: nowColumn, title: words.now.title, widthPx: 216, format: 'custom', fields: [], isLast: true },
      ],
      filters,
      sort: isSort(spec.sort.by) ? spec.sort : { by: first ?? 'id', direction: 'asc' },
      isListOnly: true,
      past,
    };
  });
}

function pastColumn<Row extends ListRow>(
  { sortBy, ...column }: ListColumn<Row>,
  isRecorded: (field: string) => boolean,
  isSort: (by: string) => boolean,
): ListColumn<Row> {
  const { id, fields = [id] } = column;
  const sorted = sortBy === undefined || !isSort(sortBy) ? {} : { sortBy };
  const isKnown = ofReeve.includes(id) || (fields.length > 0 && fields.every(isRecorded));
  if (isKnown || column.isPinned === true) return { ...column, ...sorted };
  const { format: _, isDetail: __, isAdministrators: ___, ...rest } = column;
  return { ...rest, note: { text, why }, value: () => undefined, show: () => absentPart(text) };
}

function noRows({ moment }: Stores, noun: Noun, failure?: Failure): Screen | null {
  const known = moment.list?.moment.value;
  if (failure !== undefined && (known?.sync !== null || failure.reason !== 'not-recorded')) return null;
  if (known?.sync !== null) return { kind: 'empty', title: words.list.empty(noun) };
  const { since } = known.recorded;
  const none = { kind: 'empty', title: words.list.none(noun) } as const;
  if (since === null) return none;
  const action = { label: words.list.goThere, run: () => moment.goTo(since) };
  return { ...none, text: words.list.first(since, now()), action };
}
