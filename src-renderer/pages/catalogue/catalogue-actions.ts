import { Failure } from '#shared/errors.ts';
import { catalogue as words } from '#shared/text/en/catalogue.ts';
import { explain } from '#shared/text/en/failures.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import type { Stores } from '../../stores/context.ts';
import { exportFile } from '../../console/export/export-question.ts';
import type { CatalogueState } from './catalogue-state.svelte.ts';

/** Entries that one call can change. */
const mostKeys = 5_000;

/** Remove entries from the catalogue, with a message that offers to undo it. */
export function removeEntries(pageState: CatalogueState, keys: number[]): Promise<void> {
  return attempt(async () => {
    await pageState.list.remove(keys);
    pageState.selection.clear();
    if (pageState.panelKey !== undefined && keys.includes(pageState.panelKey)) pageState.panelKey = undefined;
    const undo = (): void => void attempt(() => pageState.list.restore(keys), words.restoreFailed);
    showMessage({
      title: words.removed(keys.length),
      text: words.removedWhat,
      action: { label: words.undo, run: undo },
      id: 'catalogue.remove',
    });
  }, words.removeFailed);
}

export function pinEntries(pageState: CatalogueState, keys: number[], isPinned: boolean): Promise<void> {
  return attempt(() => pageState.list.pin(keys, isPinned), words.pinFailed);
}

/** Switch entries off or on, with a message that says what it means and offers to undo it. Works offline. */
export function switchEntries({ setup }: Pick<Stores, 'setup'>, keys: number[], isOff: boolean): Promise<void> {
  const change = async (to: boolean): Promise<void> => {
    for (let from = 0; from < keys.length; from += mostKeys)
      await setup.setOff({ keys: keys.slice(from, from + mostKeys) }, to);
  };
  const { off } = words;
  return attempt(async () => {
    await change(isOff);
    const what = keys.length === 1 ? off.what : off.whatMany;
    showMessage({
      title: isOff ? off.stopped(keys.length) : off.started(keys.length),
      text: isOff ? what : off.startedWhat,
      action: { label: words.undo, run: () => void attempt(() => change(!isOff), off.failed) },
      id: 'catalogue.off',
    });
  }, off.failed);
}

/** Verify entries. One message shows the counts and, after a stop, a button that verifies the remaining entries. */
export async function verifyEntries(pageState: CatalogueState, keys: number[]): Promise<void> {
  try {
    const { counts, left, failure } = await pageState.list.verify(keys);
    const id = 'catalogue.verify';
    if (left.length === 0)
      return void showMessage({ tone: counts.ok === keys.length ? 'ok' : 'warn', title: words.verified(counts), id });
    showMessage({
      tone: 'warn',
      title: words.verifyStopped(keys.length - left.length, keys.length),
      text: [words.verified(counts), failure && explain(failure).what].filter(Boolean).join('. '),
      action: { label: words.verifyLeft(left.length), run: () => void verifyEntries(pageState, left) },
      id,
    });
  } catch (thrown) {
    const failure = Failure.from(thrown);
    if (failure.code === 'aborted') return;
    const { what, nextStep } = explain(failure);
    showMessage({ tone: 'bad', title: words.verifyFailed, text: `${what} ${nextStep}`, id: 'catalogue.verify' });
  }
}

/** Export all groups and projects as a file. */
export function exportCatalogue(stores: Pick<Stores, 'host'>, pageState: CatalogueState): Promise<void> {
  const { exportTitle: title, exported: done, exportFailed: failed } = words;
  return exportFile(stores, { title, done, failed }, () => pageState.list.export());
}
