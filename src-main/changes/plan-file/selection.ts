import { readScope } from '#shared/contract/scope.ts';
import type { CallOnRows } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import type { RequestedWrite } from '../engine/draft.ts';
import { writeEndpoint } from '../engine/payload.ts';
import { maxRows, tooManyRows } from './plan-file.ts';
import type { ListedRow, TargetInstance } from '../engine/engine-context.ts';

/**
 * The same write for each row of a selection. The last parameter of the path is the ID of the row; those before it are
 * the IDs of its scope. Fails: `invalid` if the path needs other IDs; `invalid`/`too-many-rows` for more than 5,000
 * rows.
 */
export async function writesForSelection(call: CallOnRows, target: TargetInstance): Promise<RequestedWrite[]> {
  const names = Array.from(writeEndpoint(call.op).path.matchAll(/[:*]([a-z_]+)/g), ([, name = '']) => name);
  const wanted: RequestedWrite[] = [];
  for await (const piece of target.rowsOf(call.collection, call.selection)) {
    for (const row of piece) {
      if (wanted.length === maxRows) throw tooManyRows('selection');
      wanted.push(writeForRow(call, names, row));
    }
  }
  return wanted;
}

function writeForRow(
  { op, collection, query, body, merge }: CallOnRows,
  names: readonly string[],
  listed: ListedRow,
): RequestedWrite {
  return {
    op,
    path: pathForRow(names, collection, listed),
    scope: listed.scope,
    ...(query && { query }),
    ...(body && { body }),
    ...(merge && { merge }),
  };
}

/** A resource of which each scope has only one, such as a push rule, has no ID in the path. */
function pathForRow(
  names: readonly string[],
  collection: string,
  { id, scope }: ListedRow,
): Record<string, string | number> {
  const { ref, place } = readScope(scope) ?? {};
  const [first, ...others] = names;
  const last = others.at(-1);
  if (first === undefined) return {};
  if (last === undefined) return { [first]: singletonCollections.includes(collection) && ref !== undefined ? ref : id };
  if (ref === undefined) throw new Failure('invalid', 'these rows belong to no group or project', { field: 'onRows' });
  const [between, ...more] = others.slice(0, -1);
  if (between === undefined) return { [first]: ref, [last]: id };
  if (place && more.length === 0) return { [first]: ref, [between]: place.id, [last]: id };
  throw new Failure('invalid', 'the path needs more IDs than a row and its scope have', { field: 'onRows' });
}

const singletonCollections = ['push-rules', 'pushRules'];
