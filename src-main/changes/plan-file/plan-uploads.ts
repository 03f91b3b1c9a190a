import { randomUUID } from 'node:crypto';
import { Failure } from '#shared/errors.ts';

/** Uploads under way; a window that began one and went away does not keep it for ever. */
const maxUploads = 4;
/** More is no plan of 5,000 rows that anybody could look at. */
const maxChars = 256_000_000;

/** Texts of plan files that come in pieces, until they are whole. In memory only. */
export function planUploads() {
  const uploads = new Map<string, { pieces: string[]; chars: number }>();

  function requireUpload(key: string) {
    const upload = uploads.get(key);
    if (upload === undefined) throw new Failure('missing', 'no such upload');
    return upload;
  }

  return {
    /** Add the next piece; `key` null begins. Answers the key. Fails: `missing`; `invalid`/`too-large`. */
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
    /** The whole text, which is forgotten. Fails: `missing`. */
    take: (key: string): string => {
      const { pieces } = requireUpload(key);
      uploads.delete(key);
      return pieces.join('');
    },
  };
}
export type PlanUploads = ReturnType<typeof planUploads>;
