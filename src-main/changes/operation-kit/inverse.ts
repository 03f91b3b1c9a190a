import { isDeepStrictEqual } from 'node:util';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { Applied, State, Operation } from './operation.ts';
import type { WriteEndpoint, WriteOperation } from '#main/api/endpoints/index.ts';
import type { PathNames } from '#main/api/types.ts';
import { idIn } from './probes.ts';
import type { AnyWrite, Write } from './write.ts';

type Inverse = NonNullable<Operation['inverse']>;

/**
 * The fields that a write changed, as they were before. Null: the only ones that it changed could not be read; empty:
 * it changed none. `aliases`: field sent → field read, which then is the one written back.
 */
export function formerFields(
  { write, before }: Applied,
  fields: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): State | null {
  const sent = Object.entries(write.body ?? {}).filter(([, value]) => value !== undefined);
  const former: Record<string, unknown> = {};
  let lost = 0;
  for (const [name, value] of sent) {
    const field = aliases[name] ?? name;
    const was = fields.includes(field) ? before?.[field] : undefined;
    if (was === undefined) lost += 1;
    else if (aliases[name] !== undefined || !isDeepStrictEqual(was, value)) former[field] = was;
  }
  return Object.keys(former).length === 0 && lost > 0 ? null : former;
}

/** A change is taken back by the same op with the fields as they were. Fields that may not be null stay when they were. */
export function restoreFields(fields: readonly string[], needed: readonly string[] = []): Inverse {
  return (applied) => {
    const former = formerFields(applied, fields);
    if (former === null) return null;
    const body = Object.fromEntries(
      Object.entries(former).filter(([field, value]) => value !== null || !needed.includes(field)),
    );
    if (Object.keys(body).length === 0) return Object.keys(former).length === 0 ? [] : null;
    return [withBody(applied.write, body)];
  };
}

/** A way back that needs no answer, so that whether there is one is known before. */
export function checkedInverse<W = Write>(
  inverse: NonNullable<Operation<W>['inverse']>,
  why: string = words.irreversible.unreadable,
): Pick<Operation<W>, 'inverse' | 'irreversible'> {
  return { inverse, irreversible: (write, before) => (inverse({ write, before, reply: null }) === null ? why : null) };
}

/** What was made is removed, by the id that the answer told. */
export function removeCreated<Op extends WriteOperation>(
  op: Op,
  parameter: PathNames<WriteEndpoint<Op>['path']>,
): Inverse {
  return ({ write, reply }) => {
    const id = idIn(reply);
    return id === null ? null : [writeFrom(op, { ...write.path, [parameter]: id })];
  };
}

/** What was removed is made again, with what is known of it. Without the parameters that named it. */
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

/** The fields that have a value. */
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
