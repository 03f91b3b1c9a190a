import type { FilterSide } from '#shared/contract/collection.ts';
import type { ScopeKind } from '#shared/contract/scope.ts';
import type { Noun } from '#shared/text/en/console.ts';
import type { z } from 'zod';
import type { Column } from '../components/grid/columns.svelte.ts';
import type { CopyFormat, FilterOf, ListFilter, ListRow, ListStem, RowOf } from '../stores/lists/collection-client.ts';
import type { Stores } from '../stores/context.ts';
import { visibleText } from '../components/text/visible-text.ts';

/**
 * How a value is drawn, in a cell and in the side panel. `moment`: an ISO instant, as its age. `day`: a date without a
 * time. `flag`: yes and no, `warn`: yes is worth a look. `list`: strings. `seconds`: a duration. `own`: by the page's
 * `cell` (or `value`) snippet.
 */
export type Face = 'text' | 'mono' | 'number' | 'moment' | 'day' | 'flag' | 'warn' | 'list' | 'seconds' | 'own';

/** A column of a list. Without `value` it shows the field of its own id. `age` and `scope` are known to every list. */
export interface ListColumn<Row extends ListRow = ListRow> extends Column {
  face?: Face;
  /** The platform's fields behind the cell, as copies and exports name them; else the id. None where it is Reeve's own. */
  fields?: readonly string[];
  /** What the cell is about, as a plain value; the clipboard gets it as text. */
  value?(row: Row): unknown;
  /** Only the details of a row tell it, so an empty cell may mean "not read yet". */
  isDetail?: boolean;
  /** Only an administrator's token is told of it. */
  isAdministrators?: boolean;
  /** Null means that it never happened, and is shown as "Never". */
  isNullNever?: boolean;
}

/** What a filter is set with. `flag`: on or absent. `boolean`: any, yes or no. `date`: an instant, chosen by day. */
export type FilterControl =
  | { kind: 'flag' }
  | { kind: 'boolean'; yes: string; no: string }
  | { kind: 'enum'; options: readonly { value: string; label: string }[] }
  | { kind: 'enums'; options: readonly { value: string; label: string }[] }
  | { kind: 'text'; placeholder?: string }
  | { kind: 'texts'; placeholder?: string }
  | { kind: 'number'; least?: number; unit?: string }
  | { kind: 'pairs' }
  | { kind: 'date' }
  | { kind: 'day' };

/** One filter of a list, by its name in the contract. */
export interface FilterField<Filter = ListFilter> {
  name: keyof Filter & string;
  label: string;
  /** Filters of the same group stand together under this heading. */
  group: string;
  control: FilterControl;
  /** Filters that cannot be set together with it. */
  excludes?: readonly (keyof Filter & string)[];
  /** The filter without which it means nothing. */
  needs?: keyof Filter & string;
  help?: string;
  /**
   * Who evaluates it, if not the cache alone. `administrator`: rows that were read without an administrator's token do
   * not carry the field, so it cannot be set over them. `server`: only the platform, which is asked (`refreshFilter` of
   * the stem) as soon as the filter is set, and whose answer is kept with its age (`serverFilters` of the list). The
   * menu marks such a filter; its chip says how old the answer is and asks again; while there is none, that is what
   * stands in the place of the table, instead of "no match".
   */
  side?: FilterSide;
}

/** What a list is asked, without where: this is what a view keeps. */
export interface ViewQuery<Filter = ListFilter> {
  search: string;
  filter: Filter;
  sort: { by: string; direction: 'asc' | 'desc' };
  gone: 'hide' | 'show' | 'only';
}

/** A view that comes with Reeve; what it leaves out is the list's own default. */
export interface BuiltInView<Filter = ListFilter> {
  id: string;
  name: string;
  query: Partial<ViewQuery<Filter>>;
  hint?: string;
  /** Its filter or its order reads fields that only an administrator's token is told of. */
  isAdministrators?: boolean;
}

/** One field of a row in the side panel. */
export interface DetailField {
  name: string;
  label: string;
  face?: Face;
  /** Only the details tell it. */
  isDetail?: boolean;
  /** Only an administrator's token is told of it. */
  isAdministrators?: boolean;
  /** Null means that it never happened, and is shown as "Never". */
  isNullNever?: boolean;
  /** What is copied of it, where that is not the value as it stands. */
  textOf?(this: void, value: unknown): string;
  /** Null says something of this row ("never"), which its face tells; elsewhere it is as good as empty. */
  isToldNull?(this: void, row: ListRow): boolean;
}
export interface DetailGroup {
  id: string;
  title: string;
  fields: readonly DetailField[];
}

/** A value of a row that its menu copies whichever cell it was opened on, and what it copies of many rows at once. */
export interface OwnCopy<Row extends ListRow = ListRow> {
  label: string;
  /** What it is, for the message that it was copied. */
  title: string;
  valueOf(this: void, row: Row): string;
  /** Why there is nothing to copy. */
  emptyReason: string;
  /** The stem's format for many rows, and what the bulk bar calls it. */
  format: CopyFormat;
  formatLabel: string;
}

/** Everything about one list that is not its rows: what a console is made of. */
export interface ListSpec<Row extends ListRow = ListRow, Filter extends ListFilter = ListFilter> {
  /** The stem of the contract; also names its crawl. */
  stem: string;
  /** Names its saved views and its column layout, where two consoles show the same stem; else the stem does. */
  table?: string;
  /** The page's address. */
  path: string;
  title: string;
  noun: Noun;
  /** What the search looks through, for instance "Description or tag". */
  searchHint: string;
  /** Where it can be read: the first that the chosen scope allows is shown. */
  scopes: readonly ScopeKind[];
  columns: readonly ListColumn<Row>[];
  /** The filter's schema of the contract: saved views and links are checked by it. */
  filter: z.ZodType<Filter>;
  filters: readonly FilterField[];
  /** The first one shows everything. */
  views: readonly BuiltInView<Filter>[];
  sort: ViewQuery['sort'];
  /**
   * Fields of the side panel; those that nobody named follow under "Other fields". A function is asked when a panel is
   * opened first: for a page that the window may begin with, so that it is not waited for.
   */
  details: readonly DetailGroup[] | (() => Promise<readonly DetailGroup[]>);
  /** Why a row lacks fields, where that is not because the instance does not send them. */
  whyAbsent?(row: Row): string | undefined;
  /** Fields that the page shows in another way, so that they do not follow as "other". */
  shownElsewhere?: readonly string[];
  /** Fields that every copy and export begins with. */
  leading: readonly string[];
  /** The name of a row as the window shows it (`visibleText`): for headings, messages and the labels of plans. */
  nameOf(row: Row): string;
  /** Beside its name in the panel, for instance `#42`. */
  aboutOf?(row: Row): string;
  /** Its page on the instance. */
  webUrlOf?(row: Row): string | null;
  /** What can be copied besides ids and whole rows. */
  copies?: readonly OwnCopy<Row>[];
  /** Labels of its sync on the empty page and in the top bar, if not "Sync … of …". */
  syncLabels?: { first: string; again: string };
  /** Why reading it in this scope is known to be refused; null: it may be tried. Read it reactively. */
  refusal?(stores: Stores, scope: string | null): string | null;
  /** Its rows tell more when they are read one by one, which a job does for all (`jobs.details`). */
  isDetailed?: boolean;
  /**
   * The platform lists none, so nothing can be read as a whole: what stands there before the first row came, and the
   * command of the page that brings one.
   */
  unlisted?: { title: string; text: string; action: string; command: string };
  /** There is no single reading of one row: the panel shows what the list told. */
  isListOnly?: boolean;
  /** Who may read it, in words, for the screen after a refusal. */
  role?: string;
}

/** Maximum characters of a name in a sentence, a heading or a message. */
const mostOfName = 200;

/**
 * Say what a console is made of; rows and filters are those of the contract's stem. One constant per page, outside of
 * components, so that the console is the same one when the page comes back.
 */
export function defineList<S extends ListStem>(
  stem: S,
  spec: Omit<ListSpec<RowOf<S>, FilterOf<S>>, 'stem' | 'filters'> & { filters: readonly FilterField<FilterOf<S>>[] },
): ListSpec<RowOf<S>, FilterOf<S>> {
  const { nameOf, aboutOf } = spec;
  return {
    ...spec,
    stem,
    filters: spec.filters as readonly FilterField[],
    nameOf: (row) => visibleText(nameOf(row), mostOfName),
    ...(aboutOf === undefined ? {} : { aboutOf: (row) => visibleText(aboutOf(row), mostOfName) }),
  };
}

/** Under which name its views and its columns are kept. */
export function tableOf({ table, stem }: Pick<ListSpec, 'table' | 'stem'>): string {
  return table ?? stem;
}
