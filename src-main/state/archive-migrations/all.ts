import type { Migration } from '../migrations/migration.ts';
import { kept } from './0010-kept.ts';
import { keys } from './0020-keys.ts';

/** Every migration of `archive.db`, in order. */
export const migrations: readonly Migration[] = [kept, keys];
