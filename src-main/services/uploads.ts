import type { FileHandle } from 'node:fs/promises';
import { safeFileName } from '#main/api/client/wire/file-name.ts';
import { uploads as api } from '#main/api/endpoints/uploads.ts';
import type { Send } from '#main/api/types.ts';
import type { Exported } from '#shared/contract/exported.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Downloads } from './exports/downloads.ts';
import { saveDownload, type FileExports } from './exports/file-exports.ts';
import type { Instance } from './instances/instance.ts';
import { refOf, sourceOf } from './lists/list-sources.ts';

/**
 * The download of an uploaded file: by its ID, from the list, which does not contain its secret; and by the secret and the
 * name in its address, from a text that links to it.
 */
export function uploads(open: () => Instance, fileExports: FileExports, downloads: Downloads) {
  async function saveAs(
    instance: Instance,
    name: string,
    request: (send: Send, into: FileHandle, signal: AbortSignal) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<Exported> {
    return fileExports.save(name, async (place) => {
      const run = ({ send }: Instance, ended: AbortSignal) => saveDownload(place, (into) => request(send, into, ended));
      await downloads.run(instance, name, run, signal);
      return { files: [place], rows: 1 };
    });
  }

  return {
    save: async ({ scope, id: upload_id }, signal) => {
      const instance = open();
      const id = refOf(sourceOf('uploads'), scope);
      const cached = await instance.reader.lists('uploads').detail({ scope, id: upload_id }, signal);
      const name = safeFileName(cached?.row.filename ?? '', `upload-${upload_id}`);
      const path = { id, upload_id };
      return saveAs(instance, name, (send, into, ended) => send.bytes(api.file, { path }, { into }, ended), signal);
    },
    saveLinked: async ({ scope, secret, name: filename }, signal) => {
      const path = { id: refOf(sourceOf('uploads'), scope), secret, filename };
      const name = safeFileName(filename, 'upload');
      return saveAs(
        open(),
        name,
        (send, into, ended) => send.bytes(api.fileBySecret, { path }, { into }, ended),
        signal,
      );
    },
  } satisfies Pick<Services<ReeveContract>['uploads'], 'save' | 'saveLinked'>;
}
