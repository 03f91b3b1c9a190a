/** Words that are not written in lower case. */
const spellings: Readonly<Record<string, string>> = { ssh: 'SSH', api: 'API', id: 'ID' };

/** The rows of a collection in words: "SSH certificates". Its name is the plural noun of the documentation. */
export function rowsOf(name: string): string {
  const words = name.split(/[-_]|(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.map((word) => spellings[word] ?? word).join(' ');
}

/** The same as a title: "Service accounts". */
export function titleOf(name: string): string {
  const rows = rowsOf(name);
  return rows.charAt(0).toUpperCase() + rows.slice(1);
}

/** Labels that are the names in words: `labels('path', 'requestId')` is `{ path: 'Path', requestId: 'Request ID' }`. */
export function labels<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, titleOf(name)])) as Record<Name, string>;
}
