import { z } from 'zod';
import { Failure } from '#shared/errors.ts';

/** What a project has that has rows of its own. Issues and merge requests are named by their number in the project. */
export const placeKinds = ['issue', 'mr', 'snippet', 'hook', 'job'] as const;
export type PlaceKind = (typeof placeKinds)[number];
export type OwnerKind = 'instance' | 'group' | 'project';
export type ScopeKind = OwnerKind | `project/${PlaceKind}`;

const placeTail = `/(?:${placeKinds.join('|')}):[1-9]\\d{0,15}`;
const scopePattern = new RegExp(`^(?:|group:[^:]+|(?<base>project:[^:]+?)(?<tail>${placeTail})?)$`);

/**
 * Where rows live: `''` the whole instance, `group:42`, `project:7`, or a place below a project: `project:7/issue:12`.
 * A path stands for the id of a group or project that is not known (`group:corp/platform`).
 * Decision: build/decisions/0009-rows-are-addressed-by-scope-and-id.md
 */
export const Scope = z.string().regex(scopePattern);
export type Scope = z.infer<typeof Scope>;

/** A scope in its parts. `ref` goes into a path as `:id`, the `id` of a place below a project as the parameter after it. */
export interface ReadScope {
  kind: 'group' | 'project';
  ref: number | string;
  place: { kind: PlaceKind; id: number } | null;
}

/** A scope in its parts; null for the whole instance. Fails: `invalid` where the text is no scope. */
export function readScope(scope: Scope): ReadScope | null {
  if (scope === '') return null;
  if (!scopePattern.test(scope)) throw new Failure('invalid', `no scope: ${scope}`, { field: 'scope' });
  const [base, tail] = splitScope(scope);
  const [kind, ref = ''] = base.split(':') as [ReadScope['kind'], string?];
  const [placeKind, id] = tail.slice(1).split(':') as [PlaceKind, string?];
  const place = id === undefined ? null : { kind: placeKind, id: Number(id) };
  return { kind, ref: /^\d+$/.test(ref) ? Number(ref) : ref, place };
}

/** A scope as the group or project that it is or lies in, and what follows that for a place below: `/issue:12`. */
export function splitScope(scope: Scope): [base: Scope, tail: string] {
  const { base, tail } = scopePattern.exec(scope)?.groups ?? {};
  return base === undefined || tail === undefined ? [scope, ''] : [base, tail];
}

export function scopeKindOf(scope: Scope): ScopeKind {
  const read = readScope(scope);
  if (read === null) return 'instance';
  return read.place === null ? read.kind : `project/${read.place.kind}`;
}
