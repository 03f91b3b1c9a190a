import { isScope, placeKinds, readScope, scopeOfRevisions, splitScope, type Scope } from '#shared/contract/scope.ts';
import { decoded } from '#shared/contract/decoded.ts';

/**
 * What a link names: an instance by its address (`instanceOf`), a scope, and a path of the window there with its
 * parameters: `/issues/12?view=…`, or nothing.
 * Decision: build/decisions/0022-a-link-names-the-instance-by-its-address.md
 */
export interface DeepLink {
  instance: string;
  scope: Scope;
  path: string;
}

const scopeSegments = { g: 'group', p: 'project' } as const;

const parts = /^reeve:\/\/i\/(?<instance>[^/?#]+)(?<rest>\/[^?#]*)?(?<query>\?[^#]*)?(?:#.*)?$/i;

/** `reeve://i/code.example.com/p/7/issue/12/notes/99?view=…`. */
export function formatLink({ instance, scope, path }: DeepLink): string {
  return `reeve://i/${encodeURIComponent(instance)}${formatScope(scope)}${path}`;
}

/** Parse a link; null: the text is not a valid link. */
export function readLink(text: string): DeepLink | null {
  const { instance = '', rest = '', query = '' } = parts.exec(text.trim())?.groups ?? {};
  const host = decoded(instance);
  if (host === null || host === '') return null;
  const segments = rest.replace(/\/$/, '').split('/').slice(1);
  const { scope, length } = scopeIn(segments);
  const path = segments.slice(length);
  const isWhole = scope !== null && [...path, query].every((part) => decoded(part) !== null);
  return isWhole && isScope(scope)
    ? { instance: host.toLowerCase(), scope, path: (path.length === 0 ? '' : `/${path.join('/')}`) + query }
    : null;
}

/** An instance in a link: host, port and path of its address, which are the same for everybody. */
export function instanceOf(url: string): string {
  const { place = '' } = /^https?:\/\/(?:[^/?#]*@)?(?<place>[^?#]*)/i.exec(url)?.groups ?? {};
  return place.replace(/\/+$/, '').toLowerCase();
}

function formatScope(scope: Scope): string {
  const read = readScope(scope);
  if (read === null) return '';
  const [base] = splitScope(scope);
  const ref = encodeURIComponent(base.slice(base.indexOf(':') + 1));
  const place = read.place === null ? '' : `/${read.place.kind}/${read.place.id}`;
  const below = read.revisions === null ? place : `/ref/${encodeURIComponent(read.revisions)}`;
  return `/${read.kind === 'group' ? 'g' : 'p'}/${ref}${below}`;
}

/** The scope in the first segments, and their number; null: the segments are not a valid scope. */
function scopeIn([first = '', second = '', third = '', fourth = '']: readonly string[]): {
  scope: Scope | null;
  length: number;
} {
  if (!Object.hasOwn(scopeSegments, first)) return { scope: '', length: 0 };
  const ref = decoded(second);
  if (ref === null || ref === '') return { scope: null, length: 0 };
  const base = `${scopeSegments[first as 'g' | 'p']}:${ref}`;
  const revisions = decoded(fourth);
  if (first === 'p' && third === 'ref')
    return { scope: revisions === null ? null : scopeOfRevisions(base, revisions), length: 4 };
  if (first === 'g' || !placeKinds.some((kind) => kind === third)) return { scope: base, length: 2 };
  return { scope: `${base}/${third}:${fourth}`, length: 4 };
}
