import { readScope } from '#shared/contract/scope.ts';
import type { CallOnRows } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import type { Wanted } from '../engine/draft.ts';
import { writing } from '../engine/payload.ts';
import { mostRows, tooMany } from './plan-file.ts';
import type { ListedRow, Target } from '../engine/engine-context.ts';

/**
 * The same write on each row of a selection. The last parameter of the path is the row's id, those before it are what its
 * scope names. Fails: `invalid` when it does not fit; `invalid`/`too-many-rows` over 5,000 rows, of which none is left
 * out.
 */
export async function onRows(asked: CallOnRows, target: Target): Promise<Wanted[]> {
  const names = Array.from(writing(asked.op).path.matchAll(/[:*]([a-z_]+)/g), ([, name = '']) => name);
  const wanted: Wanted[] = [];
  for await (const piece of target.rowsOf(asked.stem, asked.selection)) {
    for (const row of piece) {
      if (wanted.length === mostRows) throw tooMany('selection');
      wanted.push(onRow(asked, names, row));
    }
  }
  return wanted;
}

function onRow({ op, stem, query, body, merge }: CallOnRows, names: readonly string[], listed: ListedRow): Wanted {
  return {
    op,
    path: pathOf(names, stem, listed),
    scope: listed.scope,
    ...(query && { query }),
    ...(body && { body }),
    ...(merge && { merge }),
  };
}

/** A thing of which a scope has one, such as its push rule, has no id of its own in the path. */
function pathOf(names: readonly string[], stem: string, { id, scope }: ListedRow): Record<string, string | number> {
  const { ref, place } = readScope(scope) ?? {};
  const [first, ...others] = names;
  const last = others.at(-1);
  if (first === undefined) return {};
  if (last === undefined) return { [first]: singletons.includes(stem) && ref !== undefined ? ref : id };
  if (ref === undefined) throw new Failure('invalid', 'these rows belong to no group or project', { field: 'onRows' });
  const [between, ...more] = others.slice(0, -1);
  if (between === undefined) return { [first]: ref, [last]: id };
  if (place && more.length === 0) return { [first]: ref, [between]: place.id, [last]: id };
  throw new Failure('invalid', 'this write names more than a row tells', { field: 'onRows' });
}

const singletons = ['push-rules', 'pushRules'];
