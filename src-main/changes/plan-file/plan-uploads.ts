import { randomUUID } from 'node:crypto';
import { Failure } from '#shared/errors.ts';

/** Maximum number of unfinished uploads. The oldest is dropped, because its window may have been closed. */
const maxUploads = 4;
/** Maximum size of a plan file, in characters. */
const maxChars = 256_000_000;

/** Plan files that windows upload in parts. In memory only. */
export function planUploads() {
  const uploads = new Map<string, { pieces: string[]; chars: number }>();

  function requireUpload(key: string) {
    const upload = uploads.get(key);
    if (upload === undefined) throw new Failure('missing', 'no such upload');
    return upload;
  }

  return {
    /** Add the next part; `key` null starts an upload. Returns the key. Fails: `missing`; `invalid`/`too-large`. */
    add: (key: string | null, text: string): string => {
      const own = key ?? randomUUID();
      if (key === null) uploads.set(own, { pieces: [], chars: 0 });
      const [oldest] = uploads.keys();
      if (uploads.size > maxUploads && oldest !== undefined) uploads.delete(oldest);
      const upload = requireUpload(own);
      upload.chars += text.length;
      if (upload.chars > maxChars) {
        uploads.delete(own);
        throw new Failure('invalid', 'a plan file of more than 256 MB', { reason: 'too-large', field: 'text' });
      }
      upload.pieces.push(text);
      return own;
    },
    /** The complete text. The upload is deleted. Fails: `missing`. */
    take: (key: string): string => {
      const { pieces } = requireUpload(key);
      uploads.delete(key);
      return pieces.join('');
    },
  };
}
export type PlanUploads = ReturnType<typeof planUploads>;
