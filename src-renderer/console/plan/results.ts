import type { PlanRow } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { tell } from '../../components/toasts.ts';
import type { Stores } from '../../stores/context.ts';
import { changeText } from './values.ts';

const rowsAtOnce = 200;
const mostRows = 5_000;

/** Put what became of every row on the clipboard, one line each, tabs between. */
export async function copyResults({ changes }: Stores, planId: string): Promise<void> {
  const rows: PlanRow[] = [];
  for (let from = 0; from < mostRows; from += rowsAtOnce) {
    const reply = await changes.client.rows({ planId, slice: { from, count: rowsAtOnce } });
    rows.push(...reply.rows);
    if (from + rowsAtOnce >= reply.total) break;
  }
  await navigator.clipboard.writeText(rows.map(lineOf).join('\n'));
  tell({ tone: 'ok', title: words.copied(rows.length), id: 'plan.copy' });
}

/** Write what was sent, with the answers, into a CSV file. */
export async function exportResults(stores: Stores, planId: string): Promise<void> {
  const { path, rows } = await stores.session.client.journal.export({ query: { planId }, format: 'csv' });
  tellFile(stores, words.exported(rows), path);
}

/** Say where a file was written, with the way to it. */
export function tellFile({ host }: Stores, title: string, path: string): void {
  const show = (): void => void host.showFile(path).catch(() => undefined);
  tell({ tone: 'ok', title, text: path, action: { label: words.showFile, run: show } });
}

function lineOf({ label, method, path, state, status, said, changes }: PlanRow): string {
  const cells = [
    label,
    `${method} ${path}`,
    words.rowStates[state],
    status ?? '',
    said ?? '',
    ...changes.map((change) => changeText({ method }, change)),
  ];
  return cells.map((cell) => String(cell).replaceAll(/[\t\n\r]+/g, ' ')).join('\t');
}
