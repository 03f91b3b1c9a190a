import { crc32, inflateRawSync } from 'node:zlib';

export interface Unzipped {
  content: Buffer;
  /** In octal. */
  mode: string;
}

/** Read a zip archive by its central directory. Fails: if headers, sizes or checksums don't match. */
export function unzip(archive: Buffer): Map<string, Unzipped> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('there is no end record of the central directory');
  const entries = new Map<string, Unzipped>();
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < archive.readUInt16LE(end + 10); i += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error(`entry ${i} has no header`);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    if (archive.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} has no local header`);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = archive.subarray(begin, begin + archive.readUInt32LE(at + 20));
    const content = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : Buffer.from(data);
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`${name} has a wrong checksum`);
    entries.set(name, { content, mode: (archive.readUInt32LE(at + 38) >>> 16).toString(8).padStart(6, '0') });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
