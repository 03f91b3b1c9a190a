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

/** A key in a line with its position. */
interface KeyText {
  algorithm: string | null;
  data: string;
  from: number;
  to: number;
}

/** The shortest data of a key without an algorithm before it. */
const leastBareChars = 41;
/** The base64 of every SSH key starts with the length of its algorithm's name, less than 256. */
const keyText = /(?:(?<![\w@.\\-])|(?<=\\[nrt]))(?:([\w@.-]{1,64})\s{1,20})?(AAAA[A-Za-z0-9+/][^\s"'\\,;)\]}<>`]*)/g;

/**
 * Find the keys in a line of an `authorized_keys`, `known_hosts` or `.pub` file, or in JSON, YAML or a shell command.
 * Keys in quotes count only if no other key is in the line, and never in the options of `authorized_keys`.
 * `unused`: how many texts look like a key but don't count.
 */
export function keysIn(line: string): { found: KeyPlace[]; unused: number } {
  const quotes = quotesIn(line);
  let at = 0;
  const all = keyTextsIn(line).map((key) => {
    while ((quotes[at]?.to ?? line.length) <= key.from) at += 1;
    const quote = quotes[at];
    return { ...key, quote: quote !== undefined && quote.from < key.from ? quote : null };
  });
  const bare = all.filter(({ quote }) => quote === null);
  const used = bare.length > 0 ? bare : all.filter(({ quote }) => !isOption(line, quote?.from ?? 0));
  const found = used.map(({ algorithm, data, from, to, quote }, at): KeyPlace => {
    const mark = line[from - 1] === "'" ? "'" : quote !== null || line[from - 1] === '"' ? '"' : null;
    return { algorithm, data, comment: commentUntil(line.slice(to, used[at + 1]?.from), mark, at + 1 < used.length) };
  });
  return { found: found.length > 0 ? found : nameWithoutKey(line), unused: all.length - used.length };
}

/** The texts in a line that look like a key. */
export function keyTextsIn(line: string): KeyText[] {
  return [...line.matchAll(keyText)].flatMap(({ 0: { length }, 1: name, 2: data = '', index }) => {
    const to = index + length;
    if (name !== undefined && (isAlgorithm(name) || looksNamed(name)))
      return { algorithm: name, data, from: index, to };
    const from = to - data.length;
    const isWhole = data.length >= leastBareChars && /[\s"'[,;]/.test(line[from - 1] ?? ' ');
    return isWhole ? { algorithm: null, data, from, to } : [];
  });
}

/** A name without data counts only as the first word of a line; inside a sentence it is an ordinary word. */
function nameWithoutKey(line: string): KeyPlace[] {
  const [, algorithm = '', data = null, comment = ''] = /^(\S+)(?:\s+(\S+)(.*))?$/s.exec(line.trim()) ?? [];
  if (!isAlgorithm(algorithm) || /^(SHA256|MD5):/i.test(data ?? '')) return [];
  return [{ algorithm, data, comment: commentOf(comment) }];
}

function isOption(line: string, quoteFrom: number): boolean {
  return /\b(command|environment|from)=$/i.test(line.slice(Math.max(0, quoteFrom - 13), quoteFrom));
}

/** Whether a word looks like the name of an algorithm, including unknown ones. */
function looksNamed(word: string): boolean {
  return /^(ssh|ecdsa|sk|webauthn)-[\w@.-]+$/.test(word);
}

/** The parts of a line in double quotes. Quotes without an end are ordinary characters. */
function quotesIn(line: string): { from: number; to: number }[] {
  const quotes: { from: number; to: number }[] = [];
  for (let from = line.indexOf('"'); from >= 0;) {
    let to = from + 1;
    while (to < line.length && line[to] !== '"') to += line[to] === '\\' ? 2 : 1;
    if (to >= line.length) break;
    quotes.push({ from, to: to + 1 });
    from = line.indexOf('"', to + 1);
  }
  return quotes;
}

/** A comment ends with the quotes around its key, or before the separator of the next key. */
function commentUntil(text: string, mark: '"' | "'" | null, isFollowed: boolean): string | null {
  const end = mark === null ? -1 : text.search(mark === "'" ? /'/ : /"|(?<!\\)\\+["nrt]/);
  const own = end < 0 ? text : text.slice(0, end);
  return commentOf(isFollowed ? own.replace(/(?<![\s,;])[\s,;]+$/, '') : own);
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

/** The id of a key in logs and in the console of the platform: `"gl_key_id":714`, `gitlab-shell key-7`, `#<Key id: 714,`. */
const loggedId =
  /(?:\bgl_key_id[\\"']{0,4}\s?[:=]\s?[\\"']{0,4}|(?:\bwith id|\bgitlab-shell|\bgl_id[\\"']{0,4}\s?[:=])[\s\\"']{0,4}key-|#<(?:Deploy|LDAP)?Key id: )(\d{1,15})(?!\w)/gi;

/** Ids of keys: a line that is a number, an address of this API, or a log of the platform. */
export function idsIn(line: string): number[] {
  const address = /\/keys\/(\d{1,15})(?![\w/])/.exec(line);
  if (address !== null) return [Number(address[1])];
  const isNumbers = /^\s*(?:key\s+)?#?\d{1,15}(?:[\s,;]+#?\d{1,15})*\s*$/i.test(line);
  const ids = isNumbers ? line.match(/\d+/g) : Array.from(line.matchAll(loggedId), ([, digits]) => digits);
  return [...new Set(ids?.map(Number))].filter((id) => id > 0);
}
