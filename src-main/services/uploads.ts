import { safeFileName } from '#main/api/client/wire/file-name.ts';
import { uploads as api } from '#main/api/endpoints/uploads.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Downloads } from './exports/downloads.ts';
import { saveDownload, type FileExports } from './exports/file-exports.ts';
import type { Instance } from './instances/instance.ts';
import { refOf, sourceOf } from './lists/list-sources.ts';

/** The download of an uploaded file by its ID. Its secret is neither known nor needed. */
export function uploads(open: () => Instance, fileExports: FileExports, downloads: Downloads) {
  return {
    save: async ({ scope, id: upload_id }, signal) => {
      const instance = open();
      const id = refOf(sourceOf('uploads'), scope);
      const cached = await instance.reader.lists('uploads').detail({ scope, id: upload_id }, signal);
      const name = safeFileName(cached?.row.filename ?? '', `upload-${upload_id}`);
      return fileExports.save(name, async (place) => {
        const run = ({ send }: Instance, ended: AbortSignal) =>
          saveDownload(place, (into) => send.bytes(api.file, { path: { id, upload_id } }, { into }, ended));
        await downloads.run(instance, name, run, signal);
        return { files: [place], rows: 1 };
      });
    },
  } satisfies Pick<Services<ReeveContract>['uploads'], 'save'>;
}
