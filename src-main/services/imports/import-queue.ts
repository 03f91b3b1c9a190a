import type { z } from 'zod';
import {
  NewImportA,
  NewImportB,
  NewImportBServer,
  type ImportOp,
  type ImportProblem,
  type QueueLine,
} from '#shared/contract/imports.ts';
import { dialects, fieldFromWire, type DialectName } from '#main/api/client/wire/dialect.ts';
import { fromJson } from '#shared/untrusted-json.ts';
import { columnName, csvRecords } from '../csv-records.ts';
import type { Reached } from '../reached.ts';

/** The schema of each import, and its fields that hold secrets. */
const sources = {
  'imports.fromCodehostA': { shape: NewImportA.shape, secrets: ['personal_access_token'] },
  'imports.fromCodehostBServer': { shape: NewImportBServer.shape, secrets: ['personal_access_token'] },
  'imports.fromCodehostB': { shape: NewImportB.shape, secrets: ['codehost_b_api_token', 'codehost_b_app_password'] },
} as const satisfies Record<ImportOp, unknown>;

const unreadable: ImportProblem = { field: null, kind: 'unreadable', detail: null };

/**
 * Parse a CSV of repositories into import calls. The header has the field names of the documents or of the dialect;
 * `defaults` fill empty cells. A column for a token is reported, and its cells are ignored: tokens must not be stored
 * in files.
 * Shape: all lines with content; invalid lines have their problems.
 */
export function parseQueue(
  op: ImportOp,
  text: string,
  defaults: Readonly<Record<string, unknown>> = {},
  dialect: DialectName = 'documented',
  reached?: Reached,
): { lines: QueueLine[]; problems: ImportProblem[] } {
  const { shape, secrets } = sources[op];
  const isSecret = (name: string): boolean => (secrets as readonly string[]).includes(name);
  const [head, ...records] = csvRecords(text, reached);
  if (head === undefined) return { lines: [], problems: [] };
  if (head.cells === null) return { lines: [], problems: [unreadable] };
  const names = head.cells.map((cell) => {
    const name = fieldFromWire(columnName(cell), dialects[dialect]);
    return name in shape ? name : cell.trim();
  });
  const problems = names.flatMap((name): ImportProblem[] => {
    if (isSecret(name)) return [{ field: name, kind: 'secret-column', detail: null }];
    return name in shape ? [] : [{ field: name, kind: 'unknown-column', detail: null }];
  });
  const rows = records.filter(({ cells }) => cells?.every((cell) => cell.trim() === '') !== true);
  const lines = rows.map(({ cells: record, line }): QueueLine => {
    reached?.(line);
    if (record === null) return { line, label: '', target: null, body: {}, problems: [unreadable] };
    const given = record.flatMap((text, at) => {
      const [name, cell] = [names[at] ?? '', text.trim()];
      return cell === '' || isSecret(name) || !(name in shape) ? [] : [[name, cell] as const];
    });
    const filled = Object.entries(defaults).filter(([name]) => !isSecret(name));
    const body: Record<string, unknown> = Object.fromEntries([...filled, ...given]);
    const own = checked(body, shape, isSecret);
    const tooMany: ImportProblem[] = record.length > names.length ? [{ field: null, kind: 'cells', detail: null }] : [];
    return { line, label: labelOf(body), target: targetOf(body), body, problems: [...own, ...tooMany] };
  });
  markCollisions(lines);
  return { lines, problems };
}

/** Check a single import like a line of a CSV. Shape: typed `body` and its problems. */
export function checkImport(op: ImportOp, given: Readonly<Record<string, unknown>>): Omit<QueueLine, 'line'> {
  const { shape, secrets } = sources[op];
  const body = { ...given };
  const problems = checked(body, shape, (name) => (secrets as readonly string[]).includes(name));
  return { label: labelOf(body), target: targetOf(body), body, problems };
}

/** Convert cells to the types of their fields and return the problems. Changes `body`. */
function checked(
  body: Record<string, unknown>,
  shape: Readonly<Record<string, z.ZodType>>,
  isSecret: (name: string) => boolean,
): ImportProblem[] {
  return Object.entries(shape).flatMap(([field, type]): ImportProblem[] => {
    if (isSecret(field)) return [];
    const value = body[field];
    if (value === undefined) {
      return type.safeParse(undefined).success
        ? []
        : [{ field, kind: field === 'target_namespace' ? 'blank-namespace' : 'missing', detail: null }];
    }
    const typed = typeof value === 'string' && !type.safeParse(value).success ? fromCell(value) : value;
    const read = type.safeParse(typed);
    if (read.success) {
      body[field] = typed;
      return [];
    }
    return [{ field, kind: 'invalid', detail: expectedIn(field, typed, read.error.issues[0]) }];
  });
}

/**
 * The expected value of a field as a code that the texts explain: a word, for some with a value after it. The message
 * of the validator is not shown.
 */
function expectedIn(field: string, value: unknown, issue: z.core.$ZodIssue | undefined): string | null {
  switch (issue?.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return `one-of ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `no-key ${issue.keys.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' ? 'not-blank' : `from ${issue.minimum}`;
    case 'too_big':
      return 'int';
    case 'invalid_format':
      if (field === 'codehost_b_server_url') return 'address';
      if (typeof value !== 'string' || value.trim() === '') return 'not-blank';
      return field === 'target_namespace' ? 'path' : 'one-line';
    default:
      return null;
  }
}

/** A number, boolean or object in a cell; other text stays text. */
function fromCell(text: string): unknown {
  const value = fromJson(text);
  return value === undefined ? text : value;
}

/**
 * Mark lines that would create the same project as an earlier line, because the platform would refuse the second one.
 */
function markCollisions(lines: readonly QueueLine[]): void {
  const seen = new Map<string, number>();
  for (const { line, target, problems } of lines) {
    if (target === null) continue;
    const other = seen.get(target);
    if (other === undefined) seen.set(target, line);
    else problems.push({ field: 'new_name', kind: 'collision', detail: String(other) });
  }
}

/**
 * The path of the new project, as far as the call determines it. A repository of code host A without `new_name` is
 * represented by its number.
 */
function targetOf(body: Readonly<Record<string, unknown>>): string | null {
  const { repo_path, codehost_b_server_repo, repo_id } = body;
  const name =
    plain(body['new_name']) ??
    plain(repo_path)?.split('/').at(-1) ??
    plain(codehost_b_server_repo) ??
    plain(repo_id, '#');
  const namespace = withoutOuterSlashes(plain(body['target_namespace']) ?? '');
  return name === null || name === undefined ? null : `${namespace}/${name}`.toLowerCase();
}

/** A path without the slashes before and after it. */
export const withoutOuterSlashes = (path: string): string => path.replaceAll(/^\/+|(?<!\/)\/+$/g, '');

function labelOf(body: Readonly<Record<string, unknown>>): string {
  const { repo_path, codehost_b_server_project, codehost_b_server_repo, repo_id, new_name } = body;
  const onServer = [plain(codehost_b_server_project), plain(codehost_b_server_repo)].filter((part) => part !== null);
  const from = plain(repo_path) ?? (onServer.length === 0 ? plain(repo_id, '#') : onServer.join('/'));
  return [from, plain(new_name)].filter((part) => part !== null).join(' → ');
}

function plain(value: unknown, prefix = ''): string | null {
  return typeof value === 'string' || typeof value === 'number' ? `${prefix}${value}` : null;
}
