import { crc32, deflateRawSync } from 'node:zlib';

/** A file or, with a path that ends in `/`, a directory. */
export interface ZipEntry {
  path: string;
  content: Buffer;
  /** Unix mode with its type, in octal: `100644`. */
  mode: string;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const MADE_ON_UNIX = (3 << 8) | VERSION;
const UTF8_NAMES = 0x0800;
const STORED = 0;
const DEFLATED = 8;

/** Entries as a zip archive, with sizes below 4 GB. Times are in UTC, in steps of two seconds. */
export function zipOf(entries: readonly ZipEntry[], atMs: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.path);
    const packed = deflateRawSync(entry.content);
    const isWorthIt = packed.length < entry.content.length;
    const data = isWorthIt ? packed : entry.content;
    const shared = sharedFields(entry, name, data, isWorthIt ? DEFLATED : STORED, atMs);
    const local = Buffer.concat([uint32(LOCAL), shared, name, data]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(((parseInt(entry.mode, 8) & 0xffff) << 16) >>> 0, 6);
    central.writeUInt32LE(offset, 10);
    directory.push(uint32(CENTRAL), uint16(MADE_ON_UNIX), shared, central, name);
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** The common part of the local header and the directory entry, from the version to the length of the extra field. */
function sharedFields({ content }: ZipEntry, name: Buffer, data: Buffer, method: number, atMs: number) {
  const at = new Date(atMs);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const sizes = [crc32(content), data.length, content.length].map(uint32);
  const head = [VERSION, UTF8_NAMES, method, time, date].map(uint16);
  return Buffer.concat([...head, ...sizes, uint16(name.length), uint16(0)]);
}

function uint16(value: number) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
