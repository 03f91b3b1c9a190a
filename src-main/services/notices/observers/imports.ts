import type { StoredImport } from '#main/state/imports.ts';
import { imports as words } from '#shared/text/en/imports.ts';
import type { Happening } from '../notice.ts';

/** How an import under way ended. `no-news`: nothing changed for 24 hours, so it is no longer watched. */
export type ImportEnd = 'finished' | 'probably-finished' | 'failed' | 'no-news';

/** The notice about the end of an import. */
export function importEnd({ profileId, projectId, report }: StoredImport, end: ImportEnd, at: number): Happening {
  const name = report.full_path?.replace(/^\/+/, '') ?? words.history.project(projectId);
  const { title, body } = words.ended[end](name, report.import_error ?? null);
  return {
    ...{ profileId, key: String(projectId), at, subject: name, title, body },
    kind: end === 'failed' ? 'import-failed' : end === 'no-news' ? 'import-no-news' : 'import-finished',
    link: { page: 'imports', query: { project: String(projectId) } },
  };
}
