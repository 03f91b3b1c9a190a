import type { Write } from '../subject.ts';
import { addressOf, type Thing } from '../things.ts';
import { textOf } from './verdicts.ts';

/** The user names and addresses that a write gives to an account. No two accounts of an instance have the same. */
export function namesIn({ body }: Pick<Write, 'body'>): [field: 'username' | 'email', name: string][] {
  return (['username', 'email'] as const).flatMap((field) => {
    const name = textOf(body, field);
    return name === null ? [] : [[field, name] as [typeof field, string]];
  });
}

/** The same for `things`: a write elsewhere may be about the same name. */
export const namedThings = (write: Write): Thing[] =>
  namesIn(write).map(([field, name]) => ['users', field, name.toLowerCase()]);

/** An account that is edited in a group may be edited in another group or on the instance too, with the same id. */
export const accountThings = (write: Write): Thing[] => [
  addressOf(write),
  ['users', write.path['user_id'] ?? write.path['id'] ?? ''],
  ...namedThings(write),
];
