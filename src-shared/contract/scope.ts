import { decoded } from './decoded.ts';
import { Failure } from '#shared/errors.ts';

/** Kinds of places below a project that have their own rows. Issues and merge requests are identified by their `iid`. */
export const placeKinds = ['issue', 'mr', 'snippet', 'hook', 'job'] as const;
export type PlaceKind = (typeof placeKinds)[number];
export type OwnerKind = 'instance' | 'group' | 'project';
/** `project/ref`: a list of commits of a project. */
export type ScopeKind = OwnerKind | `project/${PlaceKind | 'ref'}`;

const placeTail = `/(?:(?:${placeKinds.join('|')}):[1-9]\\d{0,15}|ref:(?:[\\w.!~*'()-]|%[0-9A-F]{2}){1,4096})`;
export const scopePattern = new RegExp(`^(?:|group:[^:]+|(?<base>project:[^:]+?)(?<tail>${placeTail})?)$`);

/**
 * Where rows belong: `''` (the whole instance), `group:42`, `project:7`, a place below a project (`project:7/issue:12`),
 * or a list of its commits (`project:7/ref:main`, encoded as in an address). If the id of a group or project is not
 * known, its path is used (`group:corp/platform`).
 * Decision: build/decisions/0009-rows-are-addressed-by-scope-and-id.md
 */
export type Scope = string;

export function isScope(value: unknown): value is Scope {
  return typeof value === 'string' && scopePattern.test(value) && revisionsIn(splitScope(value)[1]) !== undefined;
}

/**
 * The parts of a scope. `ref` is the path parameter `:id`, the `id` of a place below a project the parameter after it.
 * `revisions`: which commits a list has, see `commit-list.ts`; null: it is no list of commits.
 */
export interface ReadScope {
  kind: 'group' | 'project';
  ref: number | string;
  place: { kind: PlaceKind; id: number } | null;
  revisions: string | null;
}

/** Parse a scope; null: the whole instance. Fails: `invalid` if the text is not a scope. */
export function readScope(scope: Scope): ReadScope | null {
  if (scope === '') return null;
  if (!scopePattern.test(scope)) throw new Failure('invalid', `no scope: ${scope}`, { field: 'scope' });
  const [base, tail] = splitScope(scope);
  const [kind, ref = ''] = base.split(':') as [ReadScope['kind'], string?];
  const revisions = revisionsIn(tail);
  if (revisions === undefined) throw new Failure('invalid', `no scope: ${scope}`, { field: 'scope' });
  const [placeKind, id] = tail.slice(1).split(':') as [PlaceKind, string?];
  const place = id === undefined || revisions !== null ? null : { kind: placeKind, id: Number(id) };
  return { kind, ref: /^\d+$/.test(ref) ? Number(ref) : ref, place, revisions };
}

/** The ID or path of a project. Fails: `invalid` if the scope is another place. */
export function projectRefOf(scope: Scope): number | string {
  const read = readScope(scope);
  if (read?.kind === 'project' && read.place === null) return read.ref;
  throw new Failure('invalid', `no project: ${scope}`, { field: 'scope' });
}

/** The scope of a list of commits of a project. */
export function scopeOfRevisions(project: Scope, revisions: string): Scope {
  return `${project}/ref:${encodeURIComponent(revisions)}`;
}

/** The text in the tail of a scope; null: it is another place. Undefined: it is not correctly encoded. */
function revisionsIn(tail: string): string | null | undefined {
  const start = '/ref:';
  return tail.startsWith(start) ? (decoded(tail.slice(start.length)) ?? undefined) : null;
}

/**
 * The scope of the lists below a row: `project:7/issue:12` for the notes of an issue. `place`: as declared by its
 * collection. The project is that of the field, else that of the scope. Null: one of both is not known.
 */
export function scopeBelow(
  place: { kind: PlaceKind; id: string; project?: string },
  row: Readonly<Record<string, unknown>>,
  scope: Scope,
): Scope | null {
  const [base] = splitScope(scope);
  const shown = readScope(base);
  // The platform may leave out the field: the documents do not show it for merge requests (document 2:11)
  const named = place.project === undefined ? undefined : row[place.project];
  const project = named ?? (shown?.kind === 'project' ? shown.ref : undefined);
  const id = row[place.id];
  const isKnown = typeof id === 'number' && (typeof project === 'number' || typeof project === 'string');
  return isKnown ? `project:${project}/${place.kind}:${id}` : null;
}

/** Split a scope into its group or project and the rest, such as `/issue:12` for a place below; otherwise empty. */
export function splitScope(scope: Scope): [base: Scope, tail: string] {
  const { base, tail } = scopePattern.exec(scope)?.groups ?? {};
  return base === undefined || tail === undefined ? [scope, ''] : [base, tail];
}

export function scopeKindOf(scope: Scope): ScopeKind {
  const read = readScope(scope);
  if (read === null) return 'instance';
  if (read.revisions !== null) return 'project/ref';
  return read.place === null ? read.kind : `project/${read.place.kind}`;
}
