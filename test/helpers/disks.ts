import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A separate disk that can be filled. Only root can create one. */
export function smallDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Whether this user may mount a disk. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Fill the remaining space. Returns a function that frees it again. */
export function fill(folder: string): () => void {
  const file = join(folder, 'filler');
  const handle = openSync(file, 'w');
  try {
    for (;;) writeSync(handle, Buffer.alloc(4_096));
  } catch {
    closeSync(handle);
  }
  return () => rmSync(file);
}
