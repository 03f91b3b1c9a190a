/** Fields whose name in `state.db` differs from their name in the code. The names in `state.db` never change. */
const storedNames: ReadonlyMap<string, string> = new Map([
  ['agreedNotReturned', 'agreedGone'],
  ['notReturnedFound', 'goneFound'],
  ['reportedMessage', 'said'],
]);
const codeNames: ReadonlyMap<string, string> = new Map([...storedNames].map(([name, stored]) => [stored, name]));
/** Fields that contain records of Reeve. All other objects in a record come from the platform and stay as they are. */
const nestedRecords: ReadonlySet<string> = new Set(['failure', 'misses']);

/** The name of a field in `state.db`. */
export const storedName = (name: string): string => storedNames.get(name) ?? name;

/** A plan, row, job or other record of Reeve, or a list of them, as the JSON for `state.db`. */
export function storedJson(record: object): string {
  return JSON.stringify(renamed(record, storedNames));
}

/** The reverse of `storedJson`. */
export function fromStoredJson(doc: string): unknown {
  return renamed(JSON.parse(doc), codeNames);
}

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const record: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    record[names.get(name) ?? name] = nestedRecords.has(name) ? renamed(field, names) : field;
  }
  return record;
}
