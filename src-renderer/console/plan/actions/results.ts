import type { PlanRow } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { rowName } from '#shared/text/en/row-name.ts';
import { showMessage } from '../../../components/messages/show-message.ts';
import type { Stores } from '../../../stores/context.ts';
import { allRows } from '../../../stores/lists/all-rows.ts';
import { exportEntriesOf } from '../../../stores/plans/journal.svelte.ts';
import { exportFile } from '../../export/export-question.ts';
import { changeText, requestPath } from '#shared/text/en/change-text.ts';

const mostRows = 5_000;

/** Copy the outcome of every row to the clipboard: one line per row, separated by tabs. */
export async function copyResults({ changes }: Stores, planId: string): Promise<void> {
  const rows = await allRows((slice) => changes.rows(planId, slice), mostRows);
  await navigator.clipboard.writeText(rows.map(lineOf).join('\n'));
  showMessage({ tone: 'ok', title: words.copied(rows.length), id: 'plan.copy' });
}

/** Export the sent requests and their replies as CSV. */
export function exportResults(stores: Stores, planId: string): Promise<void> {
  const question = { title: words.exportResultsTitle, done: words.exported, failed: words.exportFailed };
  return exportFile(stores, question, () => exportEntriesOf(stores.session, planId));
}

function lineOf(row: PlanRow): string {
  const { op, method, path, status, reportedMessage, changes } = row;
  const cells = [
    rowName(row),
    `${method} ${requestPath(path)}`,
    words.stateOf(row),
    status ?? '',
    reportedMessage ?? '',
    ...changes.map((change) => changeText({ op, method }, change)),
  ];
  return cells.map((cell) => String(cell).replaceAll(/[\t\n\r]+/g, ' ')).join('\t');
}
