import { hash } from 'node:crypto';
import type { z } from 'zod';
import { fromIso } from '#shared/time.ts';
import { canonicalJson } from './canonical.ts';
import { foldedText, normalText } from './normal-text.ts';

/** How a field becomes a value that is filtered and sorted by; one word a meaning, so that a definition is plain data. */
export type Conversion = keyof typeof conversions;
export interface Column {
  field: string;
  as: Conversion;
}

/**
 * What is derived of one stem's records: a narrow table named after the stem (`id`, `is_gone` and these columns), the
 * text that is searched (`<stem>_hay`, `<stem>_fts`) and the indexes. Plain data but `record`: a hash of it is stored in
 * the file, and another hash builds everything anew from the documents.
 */
export interface Definition {
  stem: string;
  /** Collection of the rows of the list. */
  list: string;
  /** Collection of the records that are fetched one by one. */
  detail: string;
  /** The check of a record; unknown fields are kept. */
  record: z.ZodType;
  /** Fields that change by themselves and do not count as a change. */
  volatile: readonly string[];
  /** Must have `created_at` as a `moment`, by which a row belongs to a window of a crawl. */
  columns: Readonly<Record<string, Column>> & { created_at: Column };
  /** Fields that are searched. */
  hay: readonly string[];
  /** Columns of each index, after `is_gone`. */
  indexes: readonly (readonly string[])[];
}

export type Fields = Readonly<Record<string, unknown>>;
export type Cell = string | number | null;

/** Grows when a conversion or `normalText` answers differently than before. */
const conversionsRevision = 1;

/** `null` wherever a field is absent, empty or not of the expected type. */
const conversions = {
  text: (value: unknown): Cell => textOf(value),
  /** For comparisons that ignore case. */
  folded: (value: unknown): Cell => fold(textOf(value), foldedText),
  /** For an order that ignores case and marks. */
  normal: (value: unknown): Cell => fold(textOf(value), normalText),
  moment: (value: unknown): Cell => fromIso(textOf(value)),
  flag: (value: unknown): Cell => (typeof value === 'boolean' ? Number(value) : null),
  /** Logins from elsewhere as lines, see `identityLine`; SCIM's have the provider `scim` (document 3:40). */
  identities: (value: unknown, record: Fields): Cell => {
    const lines = [
      ...objects(value).map(({ provider, extern_uid }) =>
        identityLine(textOf(provider) ?? '', textOf(extern_uid) ?? ''),
      ),
      ...objects(record['scim_identities']).map(({ extern_uid }) => identityLine('scim', textOf(extern_uid) ?? '')),
    ];
    return lines.length === 0 ? null : lines.join('');
  },
};
const types: Record<Conversion, 'TEXT' | 'INTEGER'> = {
  text: 'TEXT',
  folded: 'TEXT',
  normal: 'TEXT',
  moment: 'INTEGER',
  flag: 'INTEGER',
  identities: 'TEXT',
};

/** A login as it stands in an `identities` column; quoted, so that no value can look like two. */
export function identityLine(provider: string, uid: string): string {
  return `\n${JSON.stringify(provider)}\t${JSON.stringify(uid)}\n`;
}

/** Values of the narrow table's own columns, in the order of the definition. */
export function cellsOf({ columns }: Definition, record: Fields): Cell[] {
  return Object.values(columns).map(({ field, as }) => conversions[as](record[field], record));
}

/** What is searched of a record: a line a field, so that no word is found across two. */
export function hayOf({ hay }: Definition, record: Fields): string {
  const texts = hay.map((field) => textOf(record[field])).filter((text) => text !== null);
  return normalText(texts.join('\n'));
}

/** Changes with everything that decides what the derived tables hold. */
export function definitionHash({ stem, list, detail, columns, hay, indexes }: Definition): string {
  const data = canonicalJson({
    stem,
    list,
    detail,
    columns: Object.entries(columns),
    hay,
    indexes,
    conversionsRevision,
  });
  return hash('sha256', data, 'base64url');
}

/** The statements that make the bare tables, and those that make what a first crawl does without. */
export function tablesOf({ stem, columns, indexes }: Definition): { drop: string; bare: string; indexed: string } {
  const own = Object.entries(columns).map(([name, { as }]) => `, ${name} ${types[as]}`);
  return {
    drop: `DROP TABLE IF EXISTS ${stem}; DROP TABLE IF EXISTS ${stem}_fts; DROP TABLE IF EXISTS ${stem}_hay;`,
    bare: `
      CREATE TABLE ${stem} (id INTEGER PRIMARY KEY, is_gone INTEGER NOT NULL${own.join('')});
      CREATE TABLE ${stem}_hay (id INTEGER PRIMARY KEY, hay TEXT NOT NULL);`,
    indexed: `
      ${indexes.map((names) => `CREATE INDEX ${stem}_by_${names.join('_')} ON ${stem} (is_gone, ${names.join(', ')});`).join('\n')}
      CREATE VIRTUAL TABLE ${stem}_fts USING fts5
        (hay, content='${stem}_hay', content_rowid='id', tokenize='trigram case_sensitive 1');
      INSERT INTO ${stem}_fts (${stem}_fts) VALUES ('rebuild');`,
  };
}

function fold(text: string | null, by: (text: string) => string): string | null {
  return text === null ? null : by(text);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((one): one is Fields => typeof one === 'object' && one !== null) : [];
}
