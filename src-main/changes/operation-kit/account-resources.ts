import type { Write } from './write.ts';
import { resourcePathOf, type ResourcePath } from './resources.ts';
import { textOf } from './probes.ts';

/** The user name and the email address that a write gives to an account. Both are unique within an instance. */
export function uniqueNamesIn({ body }: Pick<Write, 'body'>): [field: 'username' | 'email', name: string][] {
  return (['username', 'email'] as const).flatMap((field) => {
    const name = textOf(body, field);
    return name === null ? [] : [[field, name] as [typeof field, string]];
  });
}

/**
 * The names that a write gives, as resources, so that two writes are linked if they give the same name to accounts of
 * different groups.
 */
export const nameResources = (write: Write): ResourcePath[] =>
  uniqueNamesIn(write).map(([field, name]) => ['users', field, name.toLowerCase()]);

/** The same account can be edited in several groups and on the instance. */
export const accountResources = (write: Write): ResourcePath[] => [
  resourcePathOf(write),
  ['users', write.path['user_id'] ?? write.path['id'] ?? ''],
  ...nameResources(write),
];
