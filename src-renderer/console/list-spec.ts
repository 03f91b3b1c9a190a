import type { Scoped } from '#shared/contract/collection.ts';
import type { ValueSet } from '#shared/contract/dialect-values.ts';
import type { FilterSide } from '#shared/contract/columns.ts';
import type { ScopeKind } from '#shared/contract/scope.ts';
import type { Failure } from '#shared/errors.ts';
import type { Noun } from '#shared/text/en/console.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import type { Screen } from '../components/display/screen.ts';
import type { Column } from '../components/grid/columns.svelte.ts';
import type { CopyFormat, ListFilter, ListRow } from '../stores/lists/collection-client.ts';
import type { Stores } from '../stores/context.ts';
import type { NamedPerson } from './facts/person-part.ts';
import type { Shown, ValueFormat } from './facts/value-parts.ts';

/**
 * A column of a list. Without `value` it shows the field with the ID of the column. Every list has the columns `age`
 * and `scope`.
 */
export interface ListColumn<Row extends ListRow = ListRow> extends Column {
  format?: ValueFormat;
  /**
   * Fields of the platform in the cell, as named in copies and exports; default: the ID. Empty for a value of Reeve.
   */
  fields?: readonly string[];
  /** The value of the cell. The clipboard gets it as text. */
  value?(row: Row): unknown;
  /** The parts of the cell; null: the cell shows the value in its format. Call it reactively. */
  show?(entry: Scoped<Row>): Shown;
  /** Only the details of a row contain it, so an empty cell can mean "not synced yet". */
  isDetail?: boolean;
  /** Only administrators get this field. */
  isAdministrators?: boolean;
  /** Null means "never", and is shown as "Never". */
  isNullNever?: boolean;
}

/** What differs in a list that is shown as of a moment. See `list/past/past-spec.ts`. */
export interface PastPart {
  /** Whether the history records a field of the platform. */
  isRecorded(this: void, field: string): boolean;
  /** Why a view cannot be shown; null: it can. */
  viewReason(this: void, query: Pick<Partial<ViewQuery>, 'filter' | 'sort'>): string | null;
  /** The screen if there are no rows. `failure`: why they could not be read. Null: the general screen for the failure. */
  noRows(this: void, stores: Stores, failure?: Failure): Screen | null;
}

/** Labels of known values. */
export type ValueWords = Readonly<Partial<Record<string, string>>>;

/**
 * The control of a filter. `flag`: on or absent. `boolean`: any, yes or no. `enum` with `isNumber`: named numbers.
 * `date`: an instant, chosen by day. `ids`: one or several numbers, at most `most` of them, or one of the `words`.
 */
export type FilterControl =
  | { kind: 'flag' }
  | { kind: 'boolean'; yes: string; no: string }
  | { kind: 'enum'; options: readonly { value: string; label: string }[]; isNumber?: boolean }
  | { kind: 'enums'; options: readonly { value: string; label: string }[] }
  | { kind: 'text'; placeholder?: string; words?: ValueWords }
  | { kind: 'texts'; placeholder?: string; words?: ValueWords }
  | { kind: 'number'; least?: number; unit?: string }
  | { kind: 'ids'; isList: boolean; words: readonly string[]; most?: number }
  | { kind: 'pairs' }
  | { kind: 'date' }
  | { kind: 'day' };

/** A filter of a list, with its name in the contract. */
export interface FilterField<Filter = ListFilter> {
  name: keyof Filter & string;
  label: string;
  /** Heading of a group of filters. */
  group: string;
  control: FilterControl;
  /** Filters that cannot be set together with this one. */
  excludes?: readonly (keyof Filter & string)[];
  /** The filter has no effect without this one. */
  needs?: keyof Filter & string;
  /** The value that the needed filter must have; default: any. */
  needsValue?: string;
  /** Setting this filter also sets the filter that it needs, which cannot be changed while this one is set. */
  setsNeeded?: boolean;
  help?: string;
  /** Its values, if they differ between dialects. */
  values?: ValueSet | undefined;
  /**
   * Who evaluates the filter; default: the cache alone. `administrator`: rows that were synced without an
   * administrator's token lack the field, so the filter is disabled for them. `server`: only the instance. It is
   * requested (`refreshFilter` of the list) when the filter is set, and the result is cached with its age
   * (`serverFilters` of the list). The menu marks such a filter, and its chip shows the age and a button to refresh.
   * Without a result, a message replaces the table instead of "no match". Filters that the cache usually evaluates
   * are not marked; their help says when the instance evaluates them.
   */
  side?: FilterSide;
  /** Why it cannot be set in this list. */
  offReason?: string;
}

/** A query without its scope. A saved view contains this. */
export interface ViewQuery<Filter = ListFilter> {
  search: string;
  filter: Filter;
  sort: { by: string; direction: 'asc' | 'desc' };
  notReturned: 'hide' | 'show' | 'only';
}

/** A view that Reeve provides. Missing properties have the defaults of the list. */
export interface BuiltInView<Filter = ListFilter> {
  id: string;
  name: string;
  query: Partial<ViewQuery<Filter>>;
  hint?: string;
  /** Its filter or sort order needs fields that only administrators get. */
  isAdministrators?: boolean;
}

/** A field of a row in the side panel. */
export interface DetailField {
  name: string;
  /** A function if it names another service, whose display name depends on the dialect. */
  label: string | ((dialect: DialectName) => string);
  format?: ValueFormat;
  /** Only the details contain it. */
  isDetail?: boolean;
  /** Only administrators get this field. */
  isAdministrators?: boolean;
  /** Null means "never", and is shown as "Never". */
  isNullNever?: boolean;
  /** The page shows all fields of this object, so that they are not listed again. */
  isWhole?: boolean;
  /** The text to copy, if it differs from the value. */
  textOf?(this: void, value: unknown): string;
  /** What replaces the value; null: the value is shown in its format. Call it reactively. */
  show?(this: void, value: unknown, row: ListRow): string | Shown;
  /** Whether null has a meaning for this row and is shown. Other null values count as empty. */
  isNullShown?(this: void, row: ListRow): boolean;
}
export interface DetailGroup {
  id: string;
  title: string;
  fields: readonly DetailField[];
}

/** A value of a row that the row menu can copy from every cell, and the copy format for many rows. */
export interface ExtraCopy<Row extends ListRow = ListRow> {
  label: string;
  /** Name of the value, for the message after copying. */
  title: string;
  valueOf(this: void, row: Row): string;
  /** Shown as the reason if the value is empty. */
  emptyReason: string;
  /** The copy format for many rows, and its label in the bulk bar. */
  format: CopyFormat;
  formatLabel: string;
}

/** Description of a list page: everything except its rows. */
export interface ListSpec<Row extends ListRow = ListRow, Filter extends ListFilter = ListFilter> {
  /** The name of the collection in the contract and in sync jobs. */
  collection: string;
  /** Name of its saved views and its column layout, if several pages show the same collection. Default: `collection`. */
  table?: string;
  /** Path of the page. */
  path: string;
  title: string;
  noun: Noun;
  /** The searched fields in words, for example "Description or tag". */
  searchHint: string;
  /** The kinds of scopes that have the list. */
  scopes: readonly ScopeKind[];
  columns: readonly ListColumn<Row>[];
  /** The known filters of a saved view or a link; null: one of them is invalid. The contract has the same rules. */
  readFilter(this: void, saved: unknown): Filter | null;
  filters: readonly FilterField[];
  /**
   * The filters of worklists, by name. If one is in use, the page explains the rows and names the missing places. True: it
   * depends on facts about accounts, and its value `unknown` finds the rows whose facts are unknown.
   */
  worklistFilters?: Readonly<Record<string, boolean>>;
  /** The first view shows all rows. */
  views: readonly BuiltInView<Filter>[];
  sort: ViewQuery['sort'];
  /**
   * Groups of the side panel. Fields in no group follow under "Other fields". A function is called when a panel is
   * opened for the first time: for a page that the window can start with, so that the start does not load it.
   */
  details: readonly DetailGroup[] | (() => Promise<readonly DetailGroup[]>);
  /** Why a row lacks fields, if the instance does return them for other rows. */
  whyAbsent?(row: Row): string | undefined;
  /** Fields that the page shows in another place, so that the side panel leaves them out. */
  shownElsewhere?: readonly string[];
  /** Fields at the start of every copy and export. */
  leading: readonly string[];
  /**
   * The name of a row with invisible characters made visible (`visibleText`), for headings, messages and labels of
   * plans.
   */
  nameOf(row: Row): string;
  /** Shown beside the name in the panel, for example `#42`. */
  aboutOf?(row: Row): string;
  /** The people whose pages the row leads to. Default: `peopleInRow`. */
  peopleOf?(row: Row): readonly NamedPerson[];
  /** The web page of the row on the instance. */
  webUrlOf?(row: Row): string | null;
  /** What can be copied besides IDs and whole rows. */
  copies?: readonly ExtraCopy<Row>[];
  /** Labels of its sync on the empty page and in the top bar, if not "Sync … of …". */
  syncLabels?: { first: string; again: string };
  /** Why a sync in this scope is known to be refused; null: it can be tried. Read it reactively. */
  refusal?(stores: Stores, scope: string | null): string | null;
  /** The details of a row have more fields than the list. The job `jobs.details` syncs them for all rows. */
  isDetailed?: boolean;
  /**
   * The API has no list, so there is nothing to sync: the text for an empty page, and the command of the page that adds
   * a row.
   */
  unlisted?: { title: string; text: string; action: string; command: string };
  /** Filters that every query of the list has. They are not shown, and a person cannot remove them. */
  fixed?: Partial<Filter>;
  /** Further parameters of the address, which the page reads from `parameters` of the state. */
  parameters?: readonly string[];
  /** The API has no request for a single row: the panel shows the fields of the list. */
  isListOnly?: boolean;
  /** Who may read the list, in words, for the screen after a refusal. */
  role?: string;
  /** The page that a row opens instead of the side panel; null: it has none, and opens the side panel. */
  pageOf?(entry: Pick<Scoped<Row>, 'row' | 'scope'>): string | null;
  /** The list is shown as of a moment: nothing can be synced or changed. */
  past?: PastPart;
}

/** The name under which the views and columns of a list are saved. */
export function tableOf({ table, collection }: Pick<ListSpec, 'table' | 'collection'>): string {
  return table ?? collection;
}

/** The lists that were made from other lists. Each is made only once, because a page keeps its state by its spec. */
const variants = new WeakMap<object, Map<string, object>>();

/**
 * A list made from another list, with differences. `name`: distinguishes the lists that are made from the same list.
 */
export function variantOf<Spec extends object>(spec: Spec, name: string, make: () => Spec): Spec {
  const known = variants.get(spec) ?? new Map<string, object>();
  const variant = known.get(name) ?? make();
  variants.set(spec, known.set(name, variant));
  return variant as Spec;
}
