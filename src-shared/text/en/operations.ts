import { dialectNames, serviceName, type DialectName } from './dialect-names.ts';
import { plural } from './moments.ts';
import type { OperationWords } from './operation-words.ts';
import * as all from './operations/resource-index.ts';

/** The name of an operation that writes: `'runners.edit'`. It is the key of its words in `operations/`. */
export type NamedOperation = { [Resource in keyof typeof all]: keyof (typeof all)[Resource] }[keyof typeof all];

/** The display names of all operations that write. An operation of another release has none. */
const operations: Readonly<Partial<Record<string, OperationWords>>> = Object.assign(
  {},
  ...Object.values(all),
) as Record<NamedOperation, OperationWords>;

/** "Edit runner"; "Change" for an operation that this version does not know. */
export function operationName(op: string, dialect: DialectName): string {
  const words = operations[op];
  if (words === undefined) return 'Change';
  const name = `${words.verb} ${words.one}`.trim();
  return words.from === undefined ? name : `${name} from ${serviceName(words.from, dialect)}`;
}

/**
 * The labels of a write: `open` is the label of the button that opens its form, `send` of the button that sends the
 * form, `name` of the button that applies its plan. A label ends with "…" if a form or a plan follows.
 */
export function writeLabels(op: NamedOperation, object = operationObject(op)) {
  const { verb = '', isPlanned = false } = operations[op] ?? {};
  const name = `${verb} ${object}`.trim();
  return { name, open: `${name}…`, send: isPlanned ? `${name}…` : name };
}

/** The word for an applied write of an operation that has a specific one, such as "Delivered". */
export const operationDone = (op: string): string | null => operations[op]?.done ?? null;

/** The object of an operation: "runner". Empty if the verb already contains it. */
export const operationObject = (op: string): string => operations[op]?.one ?? '';

/** The names of an operation in all dialects, for the search. */
export function operationNames(op: string): string[] {
  return [...new Set(dialectNames.map((dialect) => operationName(op, dialect)))];
}

/** "Edit 14 runners", "Edit 1 runner". Without the service that objects come from, as in titles of imports. */
export function operationTitle(op: string, n: number): string {
  const words = operations[op];
  if (words === undefined) return `Apply ${plural(n, 'change')}`;
  if (words.one === '') return words.verb;
  return `${words.verb} ${plural(n, words.one, words.several)}`;
}
