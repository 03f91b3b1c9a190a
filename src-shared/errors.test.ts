import { expect, test } from 'vitest';
import { Failure, isStoreFailure } from './errors.ts';

test.each([
  ['EIO', 'disk-failed'],
  ['EMFILE', 'disk-failed'],
  ['SQLITE_IOERR_WRITE', 'disk-failed'],
  ['SQLITE_IOERR_FSYNC', 'disk-failed'],
  ['SQLITE_CANTOPEN', 'disk-failed'],
  ['EROFS', 'folder-read-only'],
  ['EACCES', 'folder-read-only'],
  ['SQLITE_READONLY_DBMOVED', 'folder-read-only'],
  ['ENOSPC', 'disk-full'],
  ['SQLITE_IOERR_SHMSIZE', 'disk-full'],
  ['SQLITE_IOERR_READ', 'corrupt'],
  ['SQLITE_BUSY', 'database-locked'],
])('the error code %s has the reason %s, and is a failure of this machine', (code, reason) => {
  const failure = Failure.from(Object.assign(new Error('disk I/O error'), { code }));
  expect(failure.reason).toBe(reason);
  expect(isStoreFailure(failure)).toBe(true);
});
