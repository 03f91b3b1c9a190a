/** Words that are not written in lower case. */
const spellings: Readonly<Record<string, string>> = { ssh: 'SSH', api: 'API' };

/** The rows of a collection in words: "SSH certificates". Its name is the plural noun of the documentation. */
export function rowsOf(name: string): string {
  const words = name.split(/-|(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.map((word) => spellings[word] ?? word).join(' ');
}

/** The same as a title: "Service accounts". */
export function titleOf(name: string): string {
  const rows = rowsOf(name);
  return rows.charAt(0).toUpperCase() + rows.slice(1);
}
