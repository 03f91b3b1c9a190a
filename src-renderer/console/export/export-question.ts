import { mount, unmount } from 'svelte';
import type { Exported, ExportFormat } from '#shared/contract/exported.ts';
import type { Failure } from '#shared/errors.ts';
import { exports as words } from '#shared/text/en/exports.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { Stores } from '../../stores/context.ts';
import type { ExportAnswer, ExportColumn } from './export-column.ts';

interface Question {
  title: string;
  columns?: readonly ExportColumn[];
  /** The formats to choose from. The first one is the default. */
  formats?: readonly ExportFormat[];
  /** The label of the button that writes the file. Default: Export. */
  run?: string;
  /** The message after the export. */
  done: (rows: number) => string;
  failed: string | ((failure: Failure) => string);
}

/**
 * Ask before data is written into an unencrypted file. Then write it, and show where it is or let the browser download
 * it. Shape: `write` gets the selected columns.
 */
export async function exportFile(
  { host }: Pick<Stores, 'host'>,
  { title, columns = [], formats = ['csv'], run: label = words.run, done, failed }: Question,
  write: (columns: readonly string[], format: ExportFormat) => Promise<Exported>,
): Promise<void> {
  const chosen = await ask({ title, columns, formats, label });
  if (chosen !== null) await saveFile({ host }, { done, failed }, () => write(chosen.columns, chosen.format));
}

/** Write a file, and show where it is or let the browser download it. */
export async function saveFile(
  { host }: Pick<Stores, 'host'>,
  { done, failed }: Pick<Question, 'done' | 'failed'>,
  write: () => Promise<Exported>,
): Promise<void> {
  await attempt(async () => {
    const { path, rows, downloads } = await write();
    const [file, manifest] = downloads;
    if (file === undefined) {
      const run = (): void => void attempt(() => host.showFile(path));
      showMessage({ tone: 'ok', title: done(rows), text: path, action: { label: words.showFile, run } });
      return;
    }
    download(file);
    // A browser asks before a page downloads a second file by itself
    const action = manifest && { label: words.downloadManifest, run: (): void => download(manifest) };
    showMessage({ tone: 'ok', title: done(rows), text: words.downloading(path), action });
  }, failed);
}

async function ask(question: {
  title: string;
  columns: readonly ExportColumn[];
  formats: readonly ExportFormat[];
  label: string;
}): Promise<ExportAnswer | null> {
  const { default: ExportDialog } = await import('./ExportDialog.svelte');
  return new Promise((resolve) => {
    const onanswer = (answer: ExportAnswer | null): void => {
      void unmount(dialog);
      resolve(answer);
    };
    const dialog = mount(ExportDialog, { target: document.body, props: { ...question, onanswer } });
  });
}

function download({ name, address }: { name: string; address: string }): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
