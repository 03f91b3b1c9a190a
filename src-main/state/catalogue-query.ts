import type { z } from 'zod';
import type { CatalogueQuery } from '#shared/contract/catalogue.ts';

type Query = z.output<typeof CatalogueQuery>;

/** The WHERE clause of a query. Its first placeholder is the profile ID, which the caller adds to `values`. */
export function conditionsOf(query: Query, normal: (text: string) => string): { where: string; values: unknown[] } {
  const parts: [string, ...unknown[]][] = [['profile_id = ?'], ['removed_at IS NULL']];
  if (query.kind !== undefined) parts.push(['kind = ?', query.kind]);
  if (query.isPinned !== undefined) parts.push(['is_pinned = ?', Number(query.isPinned)]);
  if (query.source !== undefined) parts.push(['source = ?', query.source]);
  if (query.verdict !== undefined) parts.push(verdicts[query.verdict]);
  if (query.below !== undefined) parts.push([`path LIKE ? ESCAPE '\\'`, `${escaped(query.below)}/%`]);
  const words = normal(query.search).split(/\s+/u);
  for (const word of words) if (word !== '') parts.push(['instr(hay, ?) > 0', word]);
  return { where: parts.map(([sql]) => sql).join(' AND '), values: parts.flatMap(([, ...values]) => values) };
}

const verdicts: Record<NonNullable<Query['verdict']>, [string, ...unknown[]]> = {
  ok: [`verdict = 'ok'`],
  denied: [`verdict = 'denied'`],
  missing: [`verdict = 'missing'`],
  unasked: ['verdict IS NULL'],
};

const sortColumns: Record<Query['sort']['by'], string> = {
  path: 'path COLLATE NOCASE',
  id: 'platform_id',
  seenAt: 'seen_at',
  verifiedAt: 'verified_at',
  source: 'source',
};

/** Rows without a value are last in both directions; equal rows are sorted by path, then by key. */
export function orderOf({ by, direction }: Query['sort']): string {
  return `${sortColumns[by]} ${direction} NULLS LAST, path COLLATE NOCASE ${direction}, key ${direction}`;
}

/**
 * The order of entries whose path or name is close to a typed text: first an entry whose path, last part of the path, or
 * name is the text, then those with a part of the path or a name that begins with it. Its placeholders take `values`.
 */
export function closestFirst(typed: string): { order: string; values: string[] } {
  const text = typed.trim().toLowerCase();
  const inPath = `'/' || lower(ifnull(path, ''))`;
  const isName = `lower(name) = ? OR lower(path) = ? OR substr(${inPath}, -length(?)) = ?`;
  const begins = `instr(${inPath}, ?) > 0 OR instr(lower(name), ?) = 1`;
  const part = `/${text}`;
  return {
    order: `CASE WHEN ${isName} THEN 0 WHEN ${begins} THEN 1 ELSE 2 END`,
    values: [text, text, part, part, part, text],
  };
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
