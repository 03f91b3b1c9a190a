import { readScope, type Scope } from '#shared/contract/scope.ts';
import type { Stores } from '../../stores/context.ts';
import { placeName } from '../scope.ts';
import { placeIn, placeSchema } from './place-text.ts';

/**
 * The field for the group or project in which a form creates something. `scope`: the place where the form was opened,
 * which is the initial value; null or '': the field is empty. `scopeOf`: the scope of an entered place; `refOf`: its ID
 * or path. Both return '' if no valid place is entered.
 */
export function placeField<K extends 'group' | 'project'>(stores: Stores, of: K, scope: Scope | null) {
  const initial = scope === null || scope === '' ? '' : placeName(stores, scope);
  const url = stores.profiles.open?.url ?? null;
  const scopeOf = (entered: unknown): Scope => {
    if (scope !== null && entered === initial) return scope;
    const place = typeof entered === 'string' ? placeIn(entered, of, url) : null;
    return place === null ? '' : `${of}:${place}`;
  };
  return {
    initial,
    schema: placeSchema(of, url),
    field: { name: of, control: { kind: 'place', of } } as const,
    scopeOf,
    refOf: (entered: unknown): number | string => readScope(scopeOf(entered))?.ref ?? '',
  };
}
