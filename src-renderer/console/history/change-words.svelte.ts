import type { HistoryEntry } from '#shared/contract/history.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { changesPage } from '#shared/text/en/changes-page.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { consoles } from '#shared/text/en/console.ts';
import { history as words } from '#shared/text/en/history.ts';
import { attempt } from '../../components/messages/attempt.ts';
import type { Stores } from '../../stores/context.ts';
import { namesInEntries } from '../../stores/history/names-in-entries.ts';
import type { ListSpec } from '../list-spec.ts';
import { placeName } from '../scope.ts';
import { changeParts, fieldSources, plainSource, textIn, type ChangePart, type FieldSource } from './field-words.ts';

type Row = Pick<HistoryEntry, 'collection' | 'scope' | 'id' | 'title' | 'row' | 'fields'>;

/** How many values `summaryOf` shows. */
const mostValues = 2;

/** Texts for changes. Until the labels of the lists are loaded, they are derived from the field names. */
export class ChangeWords {
  readonly #stores: Stores;
  #sources = $state.raw<ReadonlyMap<string, FieldSource>>();
  #names = $state.raw<ReadonlyMap<number, string>>();

  /**
   * Must be called while a component is created. `rows`: the changes, for which labels and names of people are loaded.
   * `lists`: the lists that have the labels.
   */
  constructor(stores: Stores, rows: () => readonly Row[], lists: () => Promise<readonly ListSpec[]>) {
    this.#stores = stores;
    $effect(() => {
      const [shown, dialect] = [rows(), stores.profiles.dialect];
      if (shown.length === 0) return;
      void attempt(async () => {
        this.#sources = await fieldSources(shown, await lists(), dialect);
      });
      void namesInEntries(stores.session, shown).then((names) => (this.#names = names));
    });
  }

  /** The labels of the lists are loaded. */
  get areLoaded(): boolean {
    return this.#sources !== undefined;
  }

  sourceOf({ collection }: Pick<Row, 'collection'>): FieldSource {
    return { ...(this.#sources?.get(collection) ?? plainSource(collection)), names: this.#names };
  }

  /** The changed fields, with labels and values as texts. */
  partsOf(row: Row): ChangePart[] {
    return changeParts(this.sourceOf(row), row);
  }

  /** The path of a group or project, or its ID if the path is unknown: "Project 3". */
  placeOf(scope: Scope): string {
    const place = readScope(scope);
    if (place === null) return consoles.scope.wholeInstance;
    const name = placeName(this.#stores, scope);
    return /^\d+$/.test(name) ? changesPage.place[place.kind](name) : name;
  }

  /** The name of a row. A row without a name is named by its place or its ID; a change of a whole place, by the list. */
  nameOf({ collection, scope, id, title }: Row): string {
    if (title !== null) return title;
    if (id === null) return titleOf(collection);
    // For example, the settings of a project
    return scope === '' ? words.row(titleOf(collection), id) : this.placeOf(scope);
  }

  /** Some values of a row that came or is not returned: "oskar.lund, active". */
  summaryOf(row: Row): string {
    return Object.entries(row.row ?? {})
      .filter(([, value]) => typeof value === 'string' && value !== '' && value !== row.title)
      .slice(0, mostValues)
      .map(([name, value]) => textIn(this.sourceOf(row), name, value))
      .join(', ');
  }
}
