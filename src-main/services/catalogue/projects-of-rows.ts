import type { CatalogueRef } from '#main/state/catalogue.ts';
import { fromIso } from '#shared/time.ts';
import { parseAddress } from '../catalogue-address.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The project of an issue or merge request: its id from `project_id`, and its path from `references.full`, else from the
 * address of its page. Null if the row contains neither. The documents do not show `project_id` of merge requests.
 */
export function projectOfRow(row: unknown, base: string): CatalogueRef | null {
  if (typeof row !== 'object' || row === null) return null;
  const { project_id: id, references, web_url: page } = row as Fields;
  const path = pathOfReference(references) ?? pathOfPage(page, base);
  const wholeId = typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
  return path === null && wholeId === null ? null : { kind: 'project', id: wholeId, path, name: null };
}

/** The last activity of an issue or merge request, in epoch milliseconds. */
export function activityOfRow(row: unknown): number | null {
  const { updated_at: updated, created_at: created } = (row ?? {}) as Fields;
  return fromIso(textOf(updated) ?? textOf(created));
}

/** `corp/app#7` or `corp/app!7`. */
function pathOfReference(references: unknown): string | null {
  const full = textOf(((references ?? {}) as Fields)['full']);
  return full === null ? null : (/^(.+\/.+)[#!]\d+$/.exec(full)?.[1] ?? null);
}

/** The project of a page such as `https://host/corp/app/-/issues/7`. */
export function pathOfPage(page: unknown, base: string): string | null {
  const text = textOf(page);
  if (text === null || !text.includes('/-/')) return null;
  const read = parseAddress(text.startsWith('/') ? new URL(text, base).href : text, base);
  return read.kind === 'project' ? read.path : null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
