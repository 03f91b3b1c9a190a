import { readScope } from '#shared/contract/scope.ts';
import type { Definition, Fields } from './derive.ts';
import type { Reference } from './cache-types.ts';
import { pathInReference } from './shown-place.ts';

/** References reported so far are not reported again. The set is cleared above this size. */
const mostKnown = 20_000;
/** Maximum characters of a reference. A longer one cannot be real: platforms allow 255 characters in a name. */
const longest = 1_000;

/** Collects the groups and projects that records refer to, each once. */
export function newReferences() {
  const known = new Set<string>();
  let waiting = new Map<string, Reference>();
  return {
    note({ collection, names }: Definition, record: Fields, scope: string): void {
      for (const ref of names?.(record, scope) ?? []) {
        const text = `${ref.kind} ${ref.id ?? ''} ${ref.path ?? ref.page ?? ''} ${ref.name ?? ''}`;
        if (text.length <= longest && !known.has(text)) waiting.set(text, { collection, ...ref });
      }
    },
    /** The references that were collected since the last call. */
    take(): Reference[] {
      if (waiting.size === 0) return [];
      if (known.size > mostKnown) known.clear();
      for (const text of waiting.keys()) known.add(text);
      const refs = [...waiting.values()];
      waiting = new Map();
      return refs;
    },
    /** To be called after a rollback. */
    forget(): void {
      waiting = new Map();
    },
  };
}

/** The project of a scope with its web address, which is taken from the web address of a resource in the project. */
export function projectOfPage(page: unknown, scope: string): Omit<Reference, 'collection'>[] {
  const place = readScope(scope);
  const [own, below] = typeof page === 'string' ? page.split('/-/') : [];
  if (place?.kind !== 'project' || typeof place.ref !== 'number' || own === undefined || below === undefined) return [];
  return [{ kind: 'project', id: place.ref, path: null, name: null, page: own }];
}

/**
 * The project of an issue or merge request with its path in `references.full`. The web address does not show the path if
 * the instance has several addresses.
 */
export function projectOfReference({ project_id: id, references }: Fields): Omit<Reference, 'collection'>[] {
  const path = pathInReference((references as Fields | null | undefined)?.['full']);
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0 || path === undefined) return [];
  return [{ kind: 'project', id, path, name: null }];
}
