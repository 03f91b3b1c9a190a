import type { Exported } from '#shared/contract/exported.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Download an uploaded file to a place that the person chooses. Fails: as `uploads.save`. */
export function saveUpload({ client }: Session, upload: { scope: Scope; id: number }): Promise<Exported> {
  return client.uploads.save(upload);
}
