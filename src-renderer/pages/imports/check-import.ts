import { imports } from '#shared/text/en/imports.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import { visibleText } from '../../components/text/visible-text.ts';
import type { ImportHistory } from '../../stores/transfers/imports.svelte.ts';

/** Check an import now, and say what was found. */
export async function checkImport(history: ImportHistory, projectId: number): Promise<void> {
  await attempt(async () => {
    const found = await history.check(projectId);
    const tone = found.outcome === 'refused' ? 'warn' : 'plain';
    showMessage({ tone, title: visibleText(imports.history.looked(found)) });
  }, imports.history.lookFailed);
}
