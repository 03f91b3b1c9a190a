import type { HistoryEntry } from '#shared/contract/history.ts';
import { readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import { changesPage as words } from '#shared/text/en/changes-page.ts';
import { consoles } from '#shared/text/en/console.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { rowNameOf } from '../../console/history/entry-words.ts';
import { fieldWords, plainSource, type FieldSource } from '../../console/history/field-words.ts';
import type { Stores } from '../../stores/context.ts';
import { namesInEntries } from '../../stores/history/names-in-entries.ts';
import { placeNamesOf, type PlaceNames } from '../../stores/instance/place-names.svelte.ts';
import { fieldSources } from './field-sources.ts';

type Row = Pick<HistoryEntry, 'collection' | 'scope' | 'id' | 'title' | 'row' | 'fields'>;

/** How many values `summaryOf` shows. */
const mostValues = 2;

/** The words of changes. Until the words of the lists are loaded, those of the cache are used. */
export class ChangeWords {
  readonly #stores: Stores;
  readonly #places: PlaceNames;
  #sources = $state.raw<ReadonlyMap<string, FieldSource>>();
  #names = $state.raw<ReadonlyMap<number, string>>();

  constructor(stores: Stores) {
    this.#stores = stores;
    this.#places = placeNamesOf(stores);
  }

  /** Load the words of the lists of these changes, and the names of people in them. */
  load(rows: readonly Row[]): void {
    void attempt(async () => {
      const { session, profiles } = this.#stores;
      const collections = rows.map(({ collection }) => collection);
      [this.#sources, this.#names] = await Promise.all([
        fieldSources(collections, profiles.dialect),
        namesInEntries(session, rows),
      ]);
    });
  }

  sourceOf({ collection }: Pick<Row, 'collection'>): FieldSource {
    return { ...(this.#sources?.get(collection) ?? plainSource(collection)), names: this.#names };
  }

  /** The path of a group or project, or its ID if the path is unknown: "Project 3". */
  placeOf(scope: Scope): string {
    const [base] = splitScope(scope);
    const place = readScope(base);
    if (place === null) return consoles.scope.wholeInstance;
    const name = this.#places.nameOf(base);
    return /^\d+$/.test(name) ? words.place[place.kind](name) : name;
  }

  /** The name of a row. A row without a name, such as the settings of a project, is named by its place. */
  nameOf(row: Row): string {
    const isUnnamed = row.title === null && row.id !== null && row.scope !== '';
    return isUnnamed ? this.placeOf(row.scope) : rowNameOf(row);
  }

  /** Some values of a row that came or is not returned: "oskar.lund, active". */
  summaryOf(row: Row): string {
    return Object.entries(row.row ?? {})
      .filter(([, value]) => typeof value === 'string' && value !== '' && value !== row.title)
      .slice(0, mostValues)
      .map(([name, value]) => fieldWords(this.sourceOf(row), name, value).text)
      .join(', ');
  }
}
