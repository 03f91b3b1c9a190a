import {
  holdsPrivateKey,
  mostFoundKeys,
  type FoundKey,
  type KeyFault,
  type KeyReading,
} from '#shared/contract/keys.ts';
import type { Reached } from '../reached.ts';
import { fingerprintsOf, readSshKey } from './ssh-key.ts';
import { fingerprintsIn, idsIn, keysIn, keyTextsIn, type FingerprintPlace, type KeyPlace } from './ssh-line.ts';
import { beginsBlock, readBlock } from './ssh-pem.ts';
import { base64Bytes, WireError } from './ssh-wire.ts';

/** `bytes`: the complete key or certificate. */
type Found = Omit<FoundKey, 'line' | 'times'> & { algorithm?: string; bytes?: Buffer };

const nothing: Found = {
  kind: 'unreadable',
  type: null,
  bits: null,
  comment: null,
  md5: null,
  sha256: null,
  id: null,
  isAuthority: false,
  certificate: null,
  error: null,
};
/** Maximum lines of a key that a terminal or mail program has wrapped. */
const mostBrokenLines = 40;

/**
 * Find all keys, certificates, fingerprints and key ids in a text, and compute the fingerprints of complete keys.
 * Repeated keys are counted once, with `times`. A text with a private key is not read at all.
 */
export function readKeys(text: string, reached?: Reached): KeyReading {
  if (holdsPrivateKey(text)) return { holdsPrivateKey: true, found: [], leftOut: 0, linesWithout: 0, unused: 0 };
  const all = new Map<string, FoundKey>();
  let linesWithout = 0;
  let unused = 0;
  for (const { line, found, unused: notHere, isComment } of pieces(text, reached)) {
    unused += notHere;
    if (found.length === 0 && !isComment) linesWithout += 1;
    for (const one of found) note(all, one, line);
  }
  const found = [...all.values()];
  return {
    holdsPrivateKey: false,
    found: found.slice(0, mostFoundKeys),
    leftOut: Math.max(0, found.length - mostFoundKeys),
    linesWithout,
    unused,
  };
}

/** Read a text that should contain exactly one key: what it is, and the key as one OpenSSH line. */
export function readOneKey(
  text: string,
  reached?: Reached,
): { found: Omit<FoundKey, 'line' | 'times'>; line: string | null }[] {
  return [...pieces(text, reached)].flatMap((piece) =>
    piece.found.map(({ algorithm, bytes, ...found }) => ({
      found,
      line:
        algorithm === undefined || bytes === undefined
          ? null
          : [algorithm, bytes.toString('base64'), found.comment].filter((part) => part !== null).join(' '),
    })),
  );
}

/** What one line or block contains. `unused`: the number of texts that look like a key and were skipped. */
interface Piece {
  found: Found[];
  unused: number;
  lastLine: number;
}

/** The contents of each line or block without blank lines. A comment contains no key. `line`: from 1. */
function* pieces(text: string, reached?: Reached): Generator<Piece & { line: number; isComment: boolean }> {
  // Some programs escape the slash in JSON
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\\/', '/')
    .split(/\r\n|\r|\n/);
  for (let at = 0; at < lines.length; at++) {
    reached?.(at + 1);
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const isComment = line.trimStart().startsWith('#') && idsIn(line).length === 0;
    const piece = isComment ? { found: [], unused: keyTextsIn(line).length, lastLine: at } : readAt(lines, at);
    yield { ...piece, line: at + 1, isComment };
    at = piece.lastLine;
  }
}

function note(all: Map<string, FoundKey>, { algorithm: _, bytes: __, ...found }: Found, line: number): void {
  const key =
    found.kind === 'unreadable'
      ? `line ${line}`
      : `${found.kind === 'certificate' ? 'certificate' : ''} ${found.sha256 ?? found.md5 ?? found.id}`;
  const known = all.get(key);
  if (known === undefined) all.set(key, { line, times: 1, ...found });
  else if (known.line !== line) known.times += 1;
}

function readAt(lines: readonly string[], at: number): Piece {
  const line = lines[at] ?? '';
  if (beginsBlock(line)) return readBlockAt(lines, at);
  const { found: keys, unused } = keysIn(line);
  const read = keys.map((place, of) => readPlace(place, lines, of === keys.length - 1 ? at : lines.length));
  const prints = read.length > 0 ? [] : fingerprintsIn(line).map(fingerprintFound);
  const ids = read.length + prints.length > 0 ? [] : idsIn(line).map((id): Found => ({ ...nothing, kind: 'id', id }));
  return {
    found: [...read.map(({ found }) => found), ...prints, ...ids],
    unused,
    lastLine: read.at(-1)?.lastLine ?? at,
  };
}

/** `at`: the line of the key if the next lines can continue it. */
function readPlace(
  { algorithm, data, comment }: KeyPlace,
  lines: readonly string[],
  at: number,
): { found: Found; lastLine: number } {
  const unreadable = { ...nothing, type: algorithm, comment };
  if (data === null) return { found: { ...unreadable, error: { fault: 'no-data', detail: null } }, lastLine: at };
  try {
    return { found: keyFound(base64Bytes(data), algorithm, comment), lastLine: at };
  } catch (thrown) {
    const error = errorOf(thrown);
    const joined = error.fault === 'cut-short' && comment === null ? readBroken(lines, at, data, algorithm) : null;
    return joined ?? { found: { ...unreadable, error }, lastLine: at };
  }
}

/** A key that is wrapped over several lines. */
function readBroken(
  lines: readonly string[],
  at: number,
  start: string,
  algorithm: string | null,
): { found: Found; lastLine: number } | null {
  let data = start;
  for (let next = at + 1; next <= Math.min(at + mostBrokenLines, lines.length - 1); next++) {
    const [, more, rest] = /^\s*([A-Za-z0-9+/]+={0,2})(?:\s(.*))?$/s.exec(lines[next] ?? '') ?? [];
    if (more === undefined || more.startsWith('AAAA')) return null;
    data += more;
    try {
      return { found: keyFound(base64Bytes(data), algorithm, rest?.trim() ?? null), lastLine: next };
    } catch (thrown) {
      if (errorOf(thrown).fault !== 'cut-short' || rest !== undefined) return null;
    }
  }
  return null;
}

function readBlockAt(lines: readonly string[], at: number): Piece {
  const block = readBlock(lines, at);
  const piece = (found: Found): Piece => ({ found: [found], unused: 0, lastLine: block.lastLine });
  if ('fault' in block) return piece({ ...nothing, error: { fault: block.fault, detail: block.detail } });
  try {
    return piece(keyFound(block.bytes, null, block.comment));
  } catch (thrown) {
    return piece({ ...nothing, error: errorOf(thrown) });
  }
}

function keyFound(bytes: Buffer, algorithm: string | null, comment: string | null): Found {
  const { type, bits, certificate, bytes: plain, algorithm: named } = readSshKey(bytes, algorithm);
  const kind = certificate === null ? 'public-key' : 'certificate';
  return { ...nothing, kind, type, bits, comment, certificate, ...fingerprintsOf(plain), algorithm: named, bytes };
}

function fingerprintFound({ hash, value, ...facts }: FingerprintPlace): Found {
  const bare = value.replace(/={1,2}$/, '');
  if (hash === 'sha256' && !/^[A-Za-z0-9+/]{43}$/.test(bare)) {
    return { ...nothing, type: facts.type, error: { fault: 'not-a-fingerprint', detail: `${bare.length} / 43` } };
  }
  return { ...nothing, ...facts, kind: 'fingerprint', [hash]: bare };
}

function errorOf(thrown: unknown): { fault: KeyFault; detail: string | null } {
  if (!(thrown instanceof WireError)) throw thrown;
  return { fault: thrown.fault, detail: thrown.detail };
}
