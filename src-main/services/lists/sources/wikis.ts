import { pageAfter, pageInput, type PageInput } from '#main/api/client/walk.ts';
import { wikis as api } from '#main/api/endpoints/wikis.ts';
import { mostWikiContent } from '#shared/contract/wikis.ts';
import { Failure } from '#shared/errors.ts';
import type { OwnSource, Part, Reading } from '../list-source.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Characters of the contents of one wiki that are stored. The pages beyond keep their other fields. */
const mostOfWiki = 32_000_000;
/** Characters in one message to the store. */
const mostOfPart = 2_000_000;

/**
 * All pages of a wiki with their content, in one request (document 2:68). If that reply is too large, the pages without
 * their content.
 */
export const wikis: OwnSource<'wikis'> = {
  async parts(reading) {
    try {
      return await partsWithContent(reading);
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.reason !== 'too-large') throw thrown;
      return [{ endpoint: api.list, input: { path: { id: reading.ref } } }];
    }
  },
  // A page that was cut in the list may be whole now
  stored: (page) => withLimit({ ...page, content_length: null }, mostWikiContent),
  withoutOwnFields: ({ content_length: _, ...row }) => row,
};

/** The content is limited page by page, so that one long page does not make the wiki unreadable. */
async function partsWithContent({ send, ref, signal, limit }: Reading): Promise<Part[]> {
  const input = { path: { id: ref }, query: { with_content: true } };
  const parts: { rows: unknown[] }[] = [];
  const slugs = new Set<unknown>();
  let [seen, whole, ofPart] = [0, 0, Number.POSITIVE_INFINITY];
  let at: PageInput | null = pageInput(input, 1);
  for (let number = 1; at !== null; number += 1) {
    const page = await send.rows(api.list, at, signal);
    const before = slugs.size;
    // A row that could not be parsed counts as unreadable in the store
    for (const row of [...page.rows, ...Array<null>(page.unreadable).fill(null)]) {
      slugs.add((row as Fields | null)?.['slug']);
      const kept = withLimit(row, Math.min(mostWikiContent, mostOfWiki - whole));
      const length = lengthOf(kept);
      if (ofPart + length > mostOfPart) {
        parts.push({ rows: [] });
        ofPart = 0;
      }
      parts.at(-1)?.rows.push(kept);
      whole += length;
      ofPart += length;
    }
    const rows = page.rows.length + page.unreadable;
    seen += rows;
    await limit?.(seen, page.total);
    const next = pageAfter(input, { page, number, rows, fresh: slugs.size - before, seen });
    at = slugs.size === before ? null : next;
  }
  return parts;
}

function lengthOf(row: unknown): number {
  const content = (row as Fields | null)?.['content'];
  return typeof content === 'string' ? content.length : 0;
}

/** The row with at most this much of its content. */
function withLimit<R>(row: R, most: number): R {
  const length = lengthOf(row);
  if (length <= most) return row;
  return { ...row, content: textUpTo((row as { content: string }).content, most), content_length: length };
}

/** The beginning of a text, copied: a slice would keep the whole text in memory. Does not split a surrogate pair. */
function textUpTo(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  return Buffer.from(text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)).toString();
}
