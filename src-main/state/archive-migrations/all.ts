import type { Migration } from '../migrations/migration.ts';
import { kept } from './0010-kept.ts';
import { keys } from './0020-keys.ts';
import { archivedRows } from './0030-archived-rows.ts';
import { mirrorMarks } from './0040-mirror-marks.ts';
import { sends } from './0050-sends.ts';

/** Every migration of `archive.db`, in order. */
export const migrations: readonly Migration[] = [kept, keys, archivedRows, mirrorMarks, sends];
