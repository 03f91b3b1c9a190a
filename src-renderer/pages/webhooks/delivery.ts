import { readStatus } from '../../components/display/http-status.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Delivery = RowOf<'webhookEvents'>;

/** How the result of a delivery is colored. */
export const resultOf = ({ response_status: status }: Pick<Delivery, 'response_status'>) => readStatus(status);

/** The result of the last resend by Reeve; null: never resent. */
export function resentOf({ resent_status: status }: Pick<Delivery, 'resent_status'>) {
  return typeof status === 'string' ? readStatus(status) : null;
}

/** The first characters of the identity of the event, from its headers (document 1:213). */
export function eventIdOf({ request_headers: headers }: Delivery): string | null {
  const found = Object.entries(headers ?? {}).find(([name]) => /^x-[\w-]*event-uuid$/i.test(name))?.[1];
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Headers as rows, in the order of the record. */
export function headerRows(headers: Delivery['request_headers']): [name: string, value: string][] {
  return Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

/** A JSON text with two spaces per level; other texts as they are. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A part of a line of JSON. */
export interface Token {
  kind: 'key' | 'text' | 'number' | 'word' | 'plain';
  text: string;
}

/** The parts of one line of indented JSON. A line that is no JSON is one plain part. */
export function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(true|false|null)/giy;
  let at = 0;
  const plain = (until: number): void => {
    if (until > at) tokens.push({ kind: 'plain', text: line.slice(at, until) });
  };
  while (at < line.length) {
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (found === null) {
      const next = line.slice(at + 1).search(/["\-\dtfn]/);
      const until = next === -1 ? line.length : at + 1 + next;
      plain(until);
      at = until;
      continue;
    }
    const [, text, colon, number] = found;
    if (text === undefined) tokens.push({ kind: number === undefined ? 'word' : 'number', text: found[0] });
    else {
      tokens.push({ kind: colon === undefined ? 'text' : 'key', text });
      if (colon !== undefined) tokens.push({ kind: 'plain', text: colon });
    }
    at = pattern.lastIndex;
  }
  return tokens;
}
