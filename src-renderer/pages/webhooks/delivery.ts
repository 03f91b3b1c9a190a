import { webhookPage } from '#shared/text/en/webhook-page.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Delivery = RowOf<'webhookEvents'>;
const words = webhookPage.deliveries;

/** How a result is colored. A status that is no code is a text of the platform for a delivery without a response. */
export function resultOf({ response_status: status }: Pick<Delivery, 'response_status'>): {
  code: string | null;
  tone: 'ok' | 'warn' | 'bad' | 'muted';
} {
  const text = String(status ?? '');
  if (!/^[1-5]\d\d$/.test(text)) return { code: null, tone: 'bad' };
  return { code: text, tone: toneOf(text) };
}

/** The result of the last resend by Reeve; null: never resent. */
export function resentOf({ resent_status: status }: Pick<Delivery, 'resent_status'>) {
  return typeof status === 'string' ? resultOf({ response_status: status }) : null;
}

function toneOf(code: string): 'ok' | 'warn' | 'bad' | 'muted' {
  if (code.startsWith('2')) return 'ok';
  if (code.startsWith('4')) return 'warn';
  return code.startsWith('5') ? 'bad' : 'muted';
}

/** The first characters of the identity of the event, from its headers (document 1:213). */
export function eventIdOf({ request_headers: headers }: Delivery): string | null {
  const found = Object.entries(headers ?? {}).find(([name]) => /^x-[\w-]*event-uuid$/i.test(name))?.[1];
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The name of the event, from its headers: "Push Hook". */
function eventNameOf({ request_headers: headers }: Delivery): string | null {
  const found = Object.entries(headers ?? {}).find(([name]) => /^x-[\w-]*-event$/i.test(name))?.[1];
  return typeof found === 'string' ? found : null;
}

type Data = Readonly<Record<string, unknown>>;
const asData = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
const textIn = (data: Data, ...names: string[]): string | null => {
  for (const name of names) {
    const value = data[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
};

/**
 * What the event is about, in a few words: "main, 3 commits". Only the payload of a push is documented (document 1:215);
 * the others are read as this platform family sends them, and a custom template can send anything.
 */
export function summaryOf(row: Delivery): string {
  const data = asData(row.request_data);
  const about = asData(data['object_attributes']);
  const join = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(', ');
  const marked = (mark: string, id: string | null): string | null => (id === null ? null : `${mark}${id}`);
  const state = textIn(about, 'state', 'action', 'status');
  const text = ((): string => {
    switch (textIn(data, 'object_kind', 'event_name', 'event_type')) {
      case 'push':
        return join(refOf(data), commitsOf(data));
      case 'tag_push':
        return join(refOf(data));
      case 'merge_request':
        return [marked('!', textIn(about, 'iid')), state].filter(Boolean).join(' ');
      case 'issue':
      case 'confidential_issue':
        return [marked('#', textIn(about, 'iid')), state].filter(Boolean).join(' ');
      case 'pipeline':
        return [marked('#', textIn(about, 'id')), textIn(about, 'status')].filter(Boolean).join(' ');
      case 'build':
      case 'job':
        return join(textIn(data, 'build_name', 'name'), textIn(data, 'build_status', 'status'));
      case 'note':
        return join(textIn(about, 'noteable_type'), textIn(about, 'note')?.split('\n', 1)[0] ?? null);
      case 'wiki_page':
        return join(textIn(about, 'title', 'slug'), textIn(about, 'action'));
      case 'deployment':
        return join(textIn(data, 'environment'), textIn(data, 'status'));
      case 'release':
        return join(textIn(data, 'tag', 'name'), textIn(data, 'action'));
      default:
        return '';
    }
  })();
  return text === '' ? (eventNameOf(row) ?? textIn(data, 'object_kind', 'event_name') ?? '') : text;
}

function refOf(data: Data): string | null {
  return textIn(data, 'ref')?.replace(/^refs\/(heads|tags)\//, '') ?? null;
}

function commitsOf(data: Data): string | null {
  const { total_commits_count: total, commits } = data;
  if (typeof total === 'number') return words.commits(total);
  return Array.isArray(commits) ? words.commits(commits.length) : null;
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
