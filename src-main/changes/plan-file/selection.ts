import { readScope } from '#shared/contract/scope.ts';
import type { CallOnRows } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import type { RequestedWrite } from '../engine/draft.ts';
import { writeEndpoint } from '../engine/payload.ts';
import { maxRows, tooManyRows } from './plan-file.ts';
import type { ListedRow, TargetInstance } from '../engine/engine-context.ts';

/**
 * The same write on each row of a selection. The last parameter of the path is the row's id, those before it are what its
 * scope names. Fails: `invalid` when it does not fit; `invalid`/`too-many-rows` over 5,000 rows, of which none is left
 * out.
 */
export async function writesForSelection(asked: CallOnRows, target: TargetInstance): Promise<RequestedWrite[]> {
  const names = Array.from(writeEndpoint(asked.op).path.matchAll(/[:*]([a-z_]+)/g), ([, name = '']) => name);
  const wanted: RequestedWrite[] = [];
  for await (const piece of target.rowsOf(asked.stem, asked.selection)) {
    for (const row of piece) {
      if (wanted.length === maxRows) throw tooManyRows('selection');
      wanted.push(writeForRow(asked, names, row));
    }
  }
  return wanted;
}

function writeForRow(
  { op, stem, query, body, merge }: CallOnRows,
  names: readonly string[],
  listed: ListedRow,
): RequestedWrite {
  return {
    op,
    path: pathForRow(names, stem, listed),
    scope: listed.scope,
    ...(query && { query }),
    ...(body && { body }),
    ...(merge && { merge }),
  };
}

/** A thing of which a scope has one, such as its push rule, has no id of its own in the path. */
function pathForRow(names: readonly string[], stem: string, { id, scope }: ListedRow): Record<string, string | number> {
  const { ref, place } = readScope(scope) ?? {};
  const [first, ...others] = names;
  const last = others.at(-1);
  if (first === undefined) return {};
  if (last === undefined) return { [first]: singletonCollections.includes(stem) && ref !== undefined ? ref : id };
  if (ref === undefined) throw new Failure('invalid', 'these rows belong to no group or project', { field: 'onRows' });
  const [between, ...more] = others.slice(0, -1);
  if (between === undefined) return { [first]: ref, [last]: id };
  if (place && more.length === 0) return { [first]: ref, [between]: place.id, [last]: id };
  throw new Failure('invalid', 'this write names more than a row tells', { field: 'onRows' });
}

const singletonCollections = ['push-rules', 'pushRules'];
