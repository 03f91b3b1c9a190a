import type { Write } from './write.ts';
import { addressOf, type Thing } from './resources.ts';
import { textOf } from './probes.ts';

/** The user name and the email address that a write gives to an account. Both are unique within an instance. */
export function namesIn({ body }: Pick<Write, 'body'>): [field: 'username' | 'email', name: string][] {
  return (['username', 'email'] as const).flatMap((field) => {
    const name = textOf(body, field);
    return name === null ? [] : [[field, name] as [typeof field, string]];
  });
}

/** These names as resources, so that writes which give the same name to accounts in different groups are linked. */
export const namedThings = (write: Write): Thing[] =>
  namesIn(write).map(([field, name]) => ['users', field, name.toLowerCase()]);

/** One account, with one id, can be edited in several groups and on the instance. */
export const accountThings = (write: Write): Thing[] => [
  addressOf(write),
  ['users', write.path['user_id'] ?? write.path['id'] ?? ''],
  ...namedThings(write),
];
