import type { Scope } from '#shared/contract/scope.ts';
import type { Dialogs } from '../../../../console/dialogs/use-dialogs.ts';
import type { Stores } from '../../../../stores/context.ts';
import { submodulePaths, versionOf, type FileVersion } from '../../../../stores/project/files/file-version.ts';
import type { ShownFile } from '../../../../stores/project/files/shown-file.svelte.ts';
import type { FileForm } from './file-actions.ts';

interface Target {
  kind: FileForm;
  scope: Scope;
  /** The shown branch, tag or commit. */
  refName: string;
  /** The path of the file. For a new file: the beginning of its path. */
  path: string;
  /** The file that is shown; null: no file. */
  file: ShownFile | null;
  ondone: (written: { path: string; branch: string }) => void;
}

/** Show the form that writes a file. */
export function showFileForm(dialogs: Dialogs, { session }: Stores, { kind, file, ...target }: Target): void {
  const shownVersion = (): FileVersion | null =>
    kind === 'create' || file === null || file.opened === null ? null : versionOf(file.at.ref, file.opened);
  /** The version when the form was opened. The file may be deleted meanwhile. */
  const opened = shownVersion();
  if (kind === 'remove' || kind === 'mode') {
    if (opened === null) return;
    const props = { ...target, kind, version: opened };
    return dialogs.show(import('./RemoveFile.svelte'), props);
  }
  const submodules: string[] = [];
  void submodulePaths(session, { scope: target.scope, ref: target.refName }).then((paths) => submodules.push(...paths));
  const props = {
    ...target,
    isFromDisk: kind === 'replace',
    submodules,
    get version() {
      return shownVersion() ?? opened;
    },
  };
  dialogs.show(import('./EditFile.svelte'), props);
}
