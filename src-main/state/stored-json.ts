/** Fields whose name in `state.db` differs from their name in the code. The names in `state.db` never change. */
const storedNames: Readonly<Record<string, string>> = {
  agreedNotReturned: 'agreedGone',
  notReturnedFound: 'goneFound',
  reportedMessage: 'said',
};
const codeNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(storedNames).map(([name, stored]) => [stored, name]),
);
/** Fields that contain records of Reeve. All other objects in a record come from the platform and stay as they are. */
const nestedRecords = ['failure', 'misses'];

/** The name of a field in `state.db`. */
export const storedName = (name: string): string => storedNames[name] ?? name;

/** A plan, row, job or other record of Reeve, or a list of them, as the JSON for `state.db`. */
export function storedJson(record: object): string {
  return JSON.stringify(renamed(record, storedName));
}

/** The reverse of `storedJson`. */
export function fromStoredJson(doc: string): unknown {
  return renamed(JSON.parse(doc), (name) => codeNames[name] ?? name);
}

function renamed(value: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      nameOf(name),
      nestedRecords.includes(name) ? renamed(field, nameOf) : field,
    ]),
  );
}
