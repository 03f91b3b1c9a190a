import { isDeepStrictEqual } from 'node:util';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Applied, State, Operation } from './operation.ts';
import type { WriteEndpoint, WriteOperation } from '#main/api/endpoints/index.ts';
import type { PathNames } from '#main/api/types.ts';
import { idIn } from './probes.ts';
import type { AnyWrite, Write } from './write.ts';

type Inverse = NonNullable<Operation['inverse']>;

/** Which fields an undo restores. Default: every sent field whose value before the write is known. */
interface Restored {
  /** Only these fields are restored. */
  only?: readonly string[];
  /** The name in replies of each sent field that has another name there. The undo sends that name. */
  aliases?: Readonly<Record<string, string>>;
}

/**
 * The former values of the fields that a write changed. Null: none of them could be read. Empty: it changed no field.
 */
export function formerFields({ write, before }: Applied, { only, aliases = {} }: Restored = {}): State | null {
  const sent = Object.entries(write.body ?? {}).filter(([, value]) => value !== undefined);
  const former: Record<string, unknown> = {};
  let lost = 0;
  for (const [name, value] of sent) {
    const field = aliases[name] ?? name;
    const was = only?.includes(field) === false ? undefined : before?.[field];
    if (was === undefined) lost += 1;
    else if (aliases[name] !== undefined || !isDeepStrictEqual(was, value)) former[field] = was;
  }
  return Object.keys(former).length === 0 && lost > 0 ? null : former;
}

/**
 * Undo an edit with the same operation and the former values. `nullable`: the fields that can be set to null; default:
 * all. Other fields that were null before are not restored.
 */
export function restoreFields({ nullable, ...restored }: Restored & { nullable?: readonly string[] } = {}): Inverse {
  return (applied) => {
    const former = formerFields(applied, restored);
    if (former === null) return null;
    const body = Object.fromEntries(
      Object.entries(former).filter(([field, value]) => value !== null || nullable?.includes(field) !== false),
    );
    if (Object.keys(body).length === 0) return Object.keys(former).length === 0 ? [] : null;
    return [withBody(applied.write, body)];
  };
}

/** An inverse that doesn't depend on the reply, so that `irreversible` can be derived from it before sending. */
export function checkedInverse<W = Write>(
  inverse: NonNullable<Operation<W>['inverse']>,
  why: string = words.irreversible.unreadable,
): Pick<Operation<W>, 'inverse' | 'irreversible'> {
  return { inverse, irreversible: (write, before) => (inverse({ write, before, reply: null }) === null ? why : null) };
}

/** A creation is undone by deleting the resource with the ID in the reply. */
export function removeCreated<Op extends WriteOperation>(
  op: Op,
  parameter: PathNames<WriteEndpoint<Op>['path']>,
): Inverse {
  return ({ write, reply }) => {
    const id = idIn(reply);
    return id === null ? null : [writeFrom(op, { ...write.path, [parameter]: id })];
  };
}

/**
 * A deletion is undone by creating the resource again from its former state. `parameters`: those of its ID in the path.
 */
export function recreate(
  op: WriteOperation,
  parameters: readonly (keyof Write['path'])[],
  bodyOf: (before: State) => State | null,
): Inverse {
  return ({ write, before }) => {
    const body = before === null ? null : bodyOf(before);
    return body === null ? null : [writeFrom(op, withoutParameters(write.path, parameters), { ...body })];
  };
}

/** A write whose parameters are chosen at run time. The engine checks it against its endpoint. */
export function writeFrom(op: WriteOperation, path: Write['path'], body?: Record<string, unknown>): AnyWrite {
  return { op, path, ...(body && { body }) } as AnyWrite;
}

/** The same write with another body. */
export const withBody = ({ op, path }: Write, body: Record<string, unknown>): AnyWrite =>
  ({ op, path, body }) as AnyWrite;

/** Those of the fields that have a value. */
export function presentFields(state: State, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter((field) => state[field] !== undefined && state[field] !== null).map((field) => [field, state[field]]),
  );
}

export function withoutParameters<P extends Write['path'], N extends keyof P>(
  path: P,
  names: readonly N[],
): Omit<P, N> {
  return Object.fromEntries(
    Object.entries(path).filter(([name]) => !(names as readonly string[]).includes(name)),
  ) as Omit<P, N>;
}
