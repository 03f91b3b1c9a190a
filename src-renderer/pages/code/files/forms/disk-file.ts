import { base64Length, largeRequestBytes } from '#shared/request-sizes.ts';
import { megabytes } from '#shared/time.ts';
import { mostEditedBytes } from '../../../../stores/project/files/file-version.ts';

/** Whether a file needs a large request. The platform limits the rate of these requests. */
export const isLargeRequest = (file: Blob): boolean => base64Length(file.size) > largeRequestBytes;

/** Larger files are not hashed before they are sent. */
const mostHashedBytes = megabytes(50);

/** A chosen file. `text`: its content if it can be compared as text; null: it can't. `sha256` null: not computed. */
export interface DiskFile {
  file: File;
  text: string | null;
  sha256: string | null;
}

/** Read a chosen file as far as the form needs it. Fails: if the file can't be read. */
export async function readDiskFile(file: File): Promise<DiskFile> {
  if (file.size > mostHashedBytes) return { file, text: null, sha256: null };
  const bytes = await file.arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { file, sha256, text: file.size > mostEditedBytes ? null : textIn(bytes) };
}

function textIn(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
