import { consoles as words } from '#shared/text/en/console.ts';
import { shell } from '#shared/text/en/shell.ts';
import { attempt } from '../components/messages/attempt.ts';
import { showMessage } from '../components/messages/show-message.ts';

/** Rows as text in one of the copy formats. */
type CopiedRows = Promise<{ text: string; rows: number; leftOut: number }>;

/** Copy rows to the clipboard and show how many were copied. */
export async function copyRows(copied: CopiedRows): Promise<void> {
  await attempt(async () => {
    const { text, rows, leftOut } = await copied;
    if (!(await copyText(text))) return;
    const title = leftOut === 0 ? words.bulk.copied(rows) : words.bulk.copiedSome(rows, leftOut);
    showMessage({ tone: leftOut === 0 ? 'ok' : 'warn', title, id: 'console.copy' });
  }, words.bulk.copyFailed);
}

/** Copy a text to the clipboard. Returns whether that worked. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showMessage({ tone: 'bad', title: shell.copyFailed });
    return false;
  }
}

/** Copy one value of a row to the clipboard and show its name. */
export async function copyValue(text: string, what: string): Promise<void> {
  if (await copyText(text)) showMessage({ tone: 'ok', title: words.row.copied(what), id: 'console.copy' });
}
