import type { DialectName } from '#shared/text/en/dialect-names.ts';
import { fieldSource, plainSource, type FieldSource } from '../../console/history/field-words.ts';
import { allLists } from './all-lists.ts';

/** The words of these collections. If several lists show the same collection, those of the first one. */
export async function fieldSources(
  collections: Iterable<string>,
  dialect: DialectName,
): Promise<ReadonlyMap<string, FieldSource>> {
  const lists = await allLists();
  const sources = [...new Set(collections)].map(async (name) => {
    const list = lists.find(({ collection }) => collection === name);
    return [name, list === undefined ? plainSource(name) : await fieldSource(list, dialect)] as const;
  });
  return new Map(await Promise.all(sources));
}
