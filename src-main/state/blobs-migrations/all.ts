import type { Migration } from '../migrations/migration.ts';
import { blobs } from './0010-blobs.ts';
import { snippetFiles } from './0040-snippet-files.ts';

/** Every migration of `blobs.db`, in order. */
export const migrations: readonly Migration[] = [blobs, snippetFiles];
