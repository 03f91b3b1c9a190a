interface Place {
  kind: 'group' | 'project';
  id: number | null;
  path: string | null;
}

/** `acme` and `acme/platform` for `acme/platform/images`, in lower case. */
export function pathsAbove(path: string): string[] {
  const names = path.toLowerCase().split('/');
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
}

/** The names under which a place can be stored as switched off: its path if it is known, and its id. */
export function offNames({ kind, id, path }: Place): string[] {
  return [path?.toLowerCase() ?? null, id].flatMap((name) => (name === null ? [] : [`${kind}:${name}`]));
}

/** The name with which a place is switched off: its own, or that of a group above it. Null: it is not. */
export function offWith(off: ReadonlySet<string>, place: Place): string | null {
  if (off.size === 0) return null;
  const above = place.path === null ? [] : pathsAbove(place.path).map((path) => `group:${path}`);
  return [...offNames(place), ...above].find((name) => off.has(name)) ?? null;
}

/** Whether a place is switched off, itself or with a group above it. */
export const isOffIn = (off: ReadonlySet<string>, place: Place): boolean => offWith(off, place) !== null;
