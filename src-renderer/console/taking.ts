import { Failure } from '#shared/errors.ts';
import { consoles as words, type Noun } from '#shared/text/en/console.ts';
import { explain } from '#shared/text/en/failures.ts';
import { shell } from '#shared/text/en/shell.ts';
import { tell } from '../components/messages/toasts.ts';
import { verbReason } from '../stores/availability.ts';
import type { Stores } from '../stores/context.ts';

/** Rows as text, in the shape that a person chose. */
export type Copied = Promise<{ text: string; rows: number; leftOut: number }>;

/** Put rows on the clipboard and say how many. */
export async function takeCopy(copied: Copied): Promise<void> {
  try {
    const { text, rows, leftOut } = await copied;
    if (!(await copyText(text))) return;
    const title = leftOut === 0 ? words.bulk.copied(rows) : words.bulk.copiedSome(rows, leftOut);
    tell({ tone: leftOut === 0 ? 'ok' : 'warn', title, id: 'console.copy' });
  } catch (thrown) {
    tellFailure(words.bulk.copyFailed, thrown);
  }
}

/** Put one text on the clipboard; answers whether the clipboard took it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    tell({ tone: 'bad', title: shell.copyFailed });
    return false;
  }
}

/** Put one value of a row on the clipboard and say which. */
export async function copyValue(text: string, what: string): Promise<void> {
  if (await copyText(text)) tell({ tone: 'ok', title: words.row.copied(what), id: 'console.copy' });
}

/** Open a page of the instance in the person's browser. */
export async function openWeb({ host }: Pick<Stores, 'host'>, url: string): Promise<void> {
  try {
    await host.openWeb(url);
  } catch (thrown) {
    tellFailure(words.openWebFailed, thrown);
  }
}

/** Why a row's page cannot be opened; null when it can. */
export function webReason(stores: Stores, noun: Noun, url: string | null | undefined): string | null {
  return url === null || url === undefined || url === '' ? words.noWebUrl(noun) : verbReason(stores, 'host', 'openWeb');
}

/** Say that something did not work, and the way out. */
export function tellFailure(title: string, thrown: unknown): void {
  const failure = Failure.from(thrown);
  if (failure.code === 'aborted') return;
  const { what, wayOut } = explain(failure);
  tell({ tone: 'bad', title, text: `${what} ${wayOut}` });
}
