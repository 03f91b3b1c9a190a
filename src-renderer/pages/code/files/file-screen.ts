import { repositoryFiles } from '#shared/text/en/repository-files.ts';
import { screenOf as screenOfFailure, type Screen } from '../../../components/display/screen.ts';
import { visibleText } from '../../../components/text/visible-text.ts';
import type { ShownFile } from '../../../stores/project/files/shown-file.svelte.ts';

interface Ways {
  /** Why the platform can't be asked; null if it can. */
  reason: string | null;
  check: () => void;
  storeLfs: () => void;
  /** Null: the path can't be removed. */
  remove: (() => void) | null;
}

const words = repositoryFiles.file;

/** What is shown in place of the content of a file; null: its content. */
export function screenOf(file: ShownFile, ways: Ways): Screen | null {
  const { opened, failure, result } = file;
  const failed = failure === null ? null : screenOfFailure(failure, { instance: null, retry: ways.check });
  if (opened === null) return failed ?? { kind: 'loading' };
  const { content, file: state } = opened;
  if (content.kind === 'damaged') {
    const check = { label: words.check, run: ways.check, disabledReason: ways.reason };
    return screen(words.damaged, words.damagedWhy, check);
  }
  if (content.kind === 'binary') {
    return screen(content.why === 'binary' ? words.binary : words.largeImage, words.binaryWhy);
  }
  if (content.kind !== 'none') return null;
  if (file.isChecking) return { kind: 'loading' };
  if (failed !== null) return failed;
  if (result === 'no-ref') {
    const { ref } = repositoryFiles;
    return screen(ref.missing(visibleText(file.at.ref)), ref.missingWhy);
  }
  if (state?.found === false) {
    const remove = ways.remove === null ? undefined : { label: words.remove, run: ways.remove };
    return screen(words.absent(visibleText(file.at.ref)), words.absentWhy, remove);
  }
  const lfs = state?.facts?.lfs ?? null;
  const sizeBytes = (file.of === 'lfs' ? lfs?.sizeBytes : state?.facts?.sizeBytes) ?? null;
  if (result === 'too-large') return screen(words.tooLarge(sizeBytes), words.tooLargeWhy);
  if (file.of === 'lfs' && lfs !== null) {
    const action = { label: words.storeLfs(lfs.sizeBytes), run: ways.storeLfs, disabledReason: ways.reason };
    return screen(words.notStored, words.lfsMissing, action);
  }
  const action = { label: words.download, run: ways.check, disabledReason: ways.reason };
  return screen(words.notStored, words.notStoredWhy, action);
}

function screen(title: string, text: string, action?: (Screen & { kind: 'empty' })['action']): Screen {
  return { kind: 'empty', title, text, ...(action === undefined ? {} : { action }) };
}
