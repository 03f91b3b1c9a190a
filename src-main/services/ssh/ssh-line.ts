import { isAlgorithm } from './ssh-key.ts';

/** A key in a line: the algorithm before it, if any, its base64, and the comment after it. */
export interface KeyPlace {
  algorithm: string | null;
  data: string | null;
  comment: string | null;
}

/** A fingerprint in a line, with the facts next to it. */
export interface FingerprintPlace {
  hash: 'md5' | 'sha256';
  value: string;
  type: string | null;
  bits: number | null;
  comment: string | null;
  isAuthority: boolean;
}

/** The start of the base64 of every SSH key: the length of its algorithm's name, less than 256. */
const keyData = /^AAAA[A-Za-z0-9+/]/;

/**
 * Find the key in a line of an `authorized_keys`, `known_hosts` or `.pub` file. Options before the key may contain
 * quoted spaces and quoted keys, which are ignored. Null: no key.
 */
export function keyIn(line: string): KeyPlace | null {
  return keyAmong(wordsOf(line), line) ?? keyInQuotes(line);
}

function keyAmong(words: readonly { text: string; to: number }[], line: string): KeyPlace | null {
  for (const [at, { text, to }] of words.entries()) {
    const next = words[at + 1];
    const isName = isAlgorithm(text) || looksNamed(text);
    if (isName && next !== undefined && keyData.test(next.text)) {
      return { algorithm: text, data: next.text, comment: commentOf(line.slice(next.to)) };
    }
    // A name without data counts only as the first word of a line; inside a sentence it is an ordinary word.
    if (isAlgorithm(text) && at === 0 && (next === undefined || !/^(SHA256|MD5):/i.test(next.text))) {
      return { algorithm: text, data: next?.text ?? null, comment: commentOf(line.slice(next?.to ?? to)) };
    }
    if (keyData.test(text) && text.length > 40)
      return { algorithm: null, data: text, comment: commentOf(line.slice(to)) };
  }
  return null;
}

/** A key in quotes, for instance in JSON, YAML or a shell command. */
function keyInQuotes(line: string): KeyPlace | null {
  const match = /(["'])([\w@.-]+) (AAAA[A-Za-z0-9+/]{20,}={0,2})(?: ([^"']*?))?(?:\\n)?\1/.exec(line);
  const [, , algorithm = '', data = '', comment] = match ?? [];
  if (match === null || !isAlgorithm(algorithm) || isInsideCommand(line, match.index)) return null;
  return { algorithm, data, comment: commentOf(comment ?? '') };
}

function isInsideCommand(line: string, at: number): boolean {
  return /\b(command|environment|from)=$/i.test(line.slice(0, at));
}

/** Whether a word looks like the name of an algorithm, including unknown ones. */
function looksNamed(word: string): boolean {
  return /^(ssh|ecdsa|sk|webauthn)-[\w@.-]+$/.test(word);
}

/** The words of a line and the position where each ends. A quoted part belongs to its word. */
function wordsOf(line: string): { text: string; to: number }[] {
  const words: { text: string; to: number }[] = [];
  let from = -1;
  for (let at = 0, quotesEnd = 0; at <= line.length; at++) {
    const mark = line[at] ?? ' ';
    if (mark === '"' && at >= quotesEnd) {
      if (from < 0) from = at;
      quotesEnd = endOfQuotes(line, at);
      // Quotes without an end are ordinary characters.
      if (quotesEnd > line.length) continue;
      at = quotesEnd - 1;
    } else if (!/\s/.test(mark)) {
      if (from < 0) from = at;
    } else if (from >= 0) {
      words.push({ text: line.slice(from, at), to: at });
      from = -1;
    }
  }
  return words;
}

/** The position after the closing quote; after the line if there is none. */
function endOfQuotes(line: string, opening: number): number {
  for (let at = opening + 1; at < line.length; at++) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '"') return at + 1;
  }
  return line.length + 1;
}

function commentOf(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}

const fingerprint =
  /(?:\b([A-Z][A-Z0-9-]{2,30})\s{1,20}(?:key\s{1,20})?)?(?:\bSHA256(?::|%3A)([A-Za-z0-9+/_%-]+={0,2})|(?:\bMD5:|(?<![0-9A-Fa-f:]))((?:[0-9A-Fa-f]{2}:){15}[0-9A-Fa-f]{2})(?![0-9A-Fa-f:]))/gi;
const keygenLine = /^\s*(\d{2,5})\s+(?:SHA256|MD5):\S+\s(.*)\(([A-Za-z0-9@.-]+)\)\s*$/;
/** Characters before a fingerprint in which its authority is named. */
const mostCharsBefore = 100;
const notTypes = new Set(['KEY', 'FINGERPRINT', 'HOST', 'THE', 'IS', 'PUBLICKEY', 'FOR', 'WITH']);

/** The fingerprints in a line, as in logs, in the output of `ssh-keygen -l`, and in addresses of this API. */
export function fingerprintsIn(line: string): FingerprintPlace[] {
  const keygen = keygenLine.exec(line);
  const all = [...line.matchAll(fingerprint)];
  if (all.length === 0) return bareFingerprint(line.trim());
  return all.map((match) => {
    const [, word, sha256, md5 = ''] = match;
    const end = match.index + (word?.length ?? 0);
    const before = line.slice(Math.max(0, end - mostCharsBefore), end);
    const type =
      keygen?.[3] ?? (word !== undefined && word === word.toUpperCase() && !notTypes.has(word) ? word : null);
    return {
      hash: sha256 === undefined ? 'md5' : 'sha256',
      value: sha256 === undefined ? md5.toLowerCase() : unescaped(sha256),
      type,
      bits: keygen === null ? null : Number(keygen[1]),
      comment: keygen === null ? null : commentOf(keygen[2]?.trim().replace(/^no comment$/, '') ?? ''),
      isAuthority: /\bCA(?:\s+[A-Z0-9-]+)?$/.test(before),
    };
  });
}

/** A fingerprint without prefix that is the whole line. */
function bareFingerprint(text: string): FingerprintPlace[] {
  const facts = { type: null, bits: null, comment: null, isAuthority: false };
  if (/^[0-9a-f]{32}$/i.test(text)) {
    return [{ hash: 'md5', value: text.toLowerCase().replaceAll(/..(?!$)/g, '$&:'), ...facts }];
  }
  return /^[A-Za-z0-9+/]{43}=?$/.test(text) ? [{ hash: 'sha256', value: text, ...facts }] : [];
}

/** In addresses, `+`, `/` and `=` are escaped or replaced. */
function unescaped(value: string): string {
  return value.replaceAll(/%2B|-/gi, '+').replaceAll(/%2F|_/gi, '/').replaceAll(/%3D/gi, '=');
}

/** Ids of keys: a line that is a number, or an address of this API. */
export function idsIn(line: string): number[] {
  const address = /\/keys\/(\d{1,15})(?![\w/])/.exec(line);
  if (address !== null) return [Number(address[1])];
  if (!/^\s*(?:key\s+)?#?\d{1,15}(?:[\s,;]+#?\d{1,15})*\s*$/i.test(line)) return [];
  return [...line.matchAll(/\d+/g)].map(([digits]) => Number(digits)).filter((id) => id > 0);
}
