import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { ifExists } from './files.ts';

const headerBytes = 32;
const frameHeaderBytes = 24;

/** The contents of a write-ahead log, by its headers. */
export interface WriteAheadLog {
  /** The numbers (from 1) of the frames that end a transaction, in order. */
  commits: number[];
  /** The header is damaged, so that SQLite ignores the whole log. */
  isHeaderBroken: boolean;
}

/**
 * Read the headers of a write-ahead log. SQLite ignores everything after the first frame with a wrong checksum, without
 * an error. Comparing this result with `validFrames` shows whether transactions were lost.
 * Null: there is no log. Source: "WAL-mode File Format" of the SQLite documentation.
 */
export function readWriteAheadLog(file: string): WriteAheadLog | null {
  const log = ifExists(() => readFileSync(file));
  if (log === null || log.length <= headerBytes) return null;
  if (!isHeaderWhole(log)) return { commits: [], isHeaderBroken: true };
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8);
  const commits: number[] = [];
  for (let at = headerBytes, frame = 1; at + frameBytes <= log.length; at += frameBytes, frame += 1) {
    // Frames of an earlier use of the log have other salts, which differ in many bits. One wrong bit may be damage
    const otherBits = bitsOf(log.readUInt32BE(at + 8) ^ log.readUInt32BE(16));
    const isOwn = otherBits + bitsOf(log.readUInt32BE(at + 12) ^ log.readUInt32BE(20)) <= 1;
    if (isOwn && log.readUInt32BE(at + 4) !== 0) commits.push(frame);
  }
  return { commits, isHeaderBroken: false };
}

/** The number of frames that SQLite considers valid, from the shared-memory file of an open database; null: no file. */
export function validFrames(sharedMemory: string): number | null {
  const bytes = Buffer.alloc(4);
  const handle = ifExists(() => openSync(sharedMemory, 'r'));
  if (handle === null) return null;
  try {
    readSync(handle, bytes, 0, 4, 16);
  } finally {
    closeSync(handle);
  }
  return new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0] ?? 0;
}

function isHeaderWhole(log: Buffer): boolean {
  const magic = log.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return false;
  const word = (at: number): number => (magic === 0x377f0682 ? log.readUInt32LE(at) : log.readUInt32BE(at));
  let [first, second] = [0, 0];
  for (let at = 0; at < 24; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return first === log.readUInt32BE(24) && second === log.readUInt32BE(28);
}

function bitsOf(number: number): number {
  let bits = 0;
  for (let rest = number >>> 0; rest !== 0; rest >>>= 1) bits += rest & 1;
  return bits;
}
