/** Words of a name that are not written in lower case. */
const spellings: Readonly<Record<string, string>> = { ssh: 'SSH', api: 'API' };

/** What a person calls the rows of a collection, which is named by the documents' own plural noun: "SSH certificates". */
export function rowsOf(name: string): string {
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.map((word) => spellings[word] ?? word).join(' ');
}

/** The same as a title: "Service accounts". */
export function titleOf(name: string): string {
  const rows = rowsOf(name);
  return rows.charAt(0).toUpperCase() + rows.slice(1);
}
