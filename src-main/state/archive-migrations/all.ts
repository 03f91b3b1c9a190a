import type { Migration } from '../migrations/migration.ts';
import { kept } from './0010-kept.ts';

/** Every migration of `archive.db`, in order. */
export const migrations: readonly Migration[] = [kept];
