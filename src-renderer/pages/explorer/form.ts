import type { EndpointField, EndpointRow, Trial } from '#shared/contract/explorer.ts';
import { explorer as words } from '#shared/text/en/explorer.ts';
import type { WriteCall } from '../../stores/plans/writes.ts';

/** The values of the form by place and name: `query.per_page`. Empty values are not sent. */
export type Entries = Readonly<Record<string, string>>;

export const keyOf = ({ place, name }: EndpointField): string => `${place}.${name}`;

/** The errors of the form by field; empty if it can be sent. */
export function problemsOf({ fields }: EndpointRow, entries: Entries): Record<string, string> {
  const problems = fields.flatMap((field) => {
    const problem = problemOf(field, entries[keyOf(field)] ?? '');
    return problem === null ? [] : [[keyOf(field), problem]];
  });
  return Object.fromEntries(problems) as Record<string, string>;
}

function problemOf({ kind, isRequired }: EndpointField, entry: string): string | null {
  if (entry.trim() === '') return isRequired ? words.missing : null;
  if (kind === 'number' && !Number.isFinite(Number(entry))) return words.notNumber;
  if (kind === 'list' && jsonOf(entry) === undefined) {
    const broken = linesOf(entry).findIndex((line) => isObjectLike(line) && jsonOf(line) === undefined);
    if (broken >= 0) return words.notJson(broken + 1);
  }
  if (kind === 'hash' && linesOf(entry).some((line) => line.indexOf('=') < 1)) return words.notPairs;
  return null;
}

/** The request of the form. */
export function trialOf({ name, fields }: EndpointRow, entries: Entries) {
  const trial = {
    name,
    path: {} as Record<string, string>,
    query: {} as Record<string, unknown>,
    body: {} as Record<string, unknown>,
  } satisfies Trial;
  for (const field of fields) {
    const entry = entries[keyOf(field)] ?? '';
    if (entry.trim() === '') continue;
    if (field.place === 'path') trial.path[field.name] = entry;
    else put(trial[field.place], field.name, valueOf(field, entry));
  }
  return trial;
}

/** The write of the form, for a plan. */
export function writeOf(endpoint: EndpointRow, entries: Entries): WriteCall {
  const { name, path, query, body } = trialOf(endpoint, entries);
  return {
    // The explorer lists the endpoints of this release
    op: name as WriteCall['op'],
    path,
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(body).length > 0 && { body }),
  };
}

/** `not[author_id]` becomes a field of the object `not`. */
function put(query: Record<string, unknown>, name: string, value: unknown): void {
  const [, hash, inner] = /^(\w+)\[(\w+)\]$/.exec(name) ?? [];
  if (hash === undefined || inner === undefined) query[name] = value;
  else query[hash] = { ...(query[hash] as object | undefined), [inner]: value };
}

function valueOf({ kind }: EndpointField, entry: string): unknown {
  switch (kind) {
    case 'number':
      return Number(entry);
    case 'word':
      return /^\d+$/.test(entry.trim()) ? Number(entry) : entry.trim();
    case 'boolean':
      return entry === 'true';
    case 'list':
      return itemsOf(entry);
    case 'file':
      return JSON.parse(entry);
    case 'hash':
      return Object.fromEntries(
        linesOf(entry).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    default:
      return entry;
  }
}

/** Parse a list: a JSON array or object over several lines, else one text or object per line. */
function itemsOf(entry: string): unknown[] {
  const whole = jsonOf(entry);
  if (whole !== undefined) return Array.isArray(whole) ? (whole as unknown[]) : [whole];
  return linesOf(entry).map((line) => (line.startsWith('{') ? (jsonOf(line) ?? line) : line));
}

/** The object or array in a JSON text; undefined if it is neither. */
function jsonOf(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** Text that starts like this is meant to be JSON. */
const isObjectLike = (line: string): boolean => /^(\{|\[\s*(\{|$))/.test(line);

function linesOf(entry: string): string[] {
  return entry
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export type Kind = 'all' | 'reads' | 'writes';

export const isRead = ({ method }: EndpointRow): boolean => method === 'GET' || method === 'HEAD';

/** The endpoints of a kind that contain all words. */
export function matching(rows: readonly EndpointRow[], typed: string, kind: Kind): EndpointRow[] {
  const wanted = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return rows.filter((row) => {
    if (kind !== 'all' && isRead(row) !== (kind === 'reads')) return false;
    const searchText = [row.method, row.path, row.name, row.role, row.tier].join(' ').toLowerCase();
    return wanted.every((word) => searchText.includes(word));
  });
}
