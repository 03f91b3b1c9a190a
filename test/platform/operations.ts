import type { Operations } from './operation.ts';
import { users } from './operations/users.ts';

/** Every table of operations, one for each stem. */
export const operations: readonly Operations[] = [users];
