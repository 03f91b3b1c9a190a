import { readFileSync, truncateSync } from 'node:fs';

const headerBytes = 32;
const frameHeaderBytes = 24;

/** The ends of the commits in a write-ahead log, in bytes. The headers of the log and its frames are not encrypted. */
export function commitsIn(log: string): number[] {
  const bytes = readFileSync(log);
  if (bytes.length < headerBytes) return [];
  const frame = frameHeaderBytes + bytes.readUInt32BE(8);
  const salt = bytes.subarray(16, 24);
  const ends: number[] = [];
  for (let at = headerBytes; at + frame <= bytes.length; at += frame) {
    // Frames of an earlier use of the log
    if (!bytes.subarray(at + 8, at + 16).equals(salt)) break;
    // A frame that ends a commit has the size of the database after it
    if (bytes.readUInt32BE(at + 4) > 0) ends.push(at + frame);
  }
  return ends;
}

/** Cut a write-ahead log after so many commits, as a power cut can. */
export function cutLog(log: string, commits: number): void {
  truncateSync(log, commitsIn(log)[commits - 1] ?? 0);
}
