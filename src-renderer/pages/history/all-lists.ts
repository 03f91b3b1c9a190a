import type { ListSpec } from '../../console/list-spec.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../**/{*-list,lists}.ts');

/** All lists that have a module. A list that is made from its declaration and words only has none. */
export async function allLists(): Promise<ListSpec[]> {
  const loaded = await Promise.all(Object.values(modules).map((load) => load()));
  return loaded.flatMap((own) => Object.values(own).filter(isList));
}

function isList(value: unknown): value is ListSpec {
  return typeof value === 'object' && value !== null && 'views' in value && 'path' in value && 'collection' in value;
}
