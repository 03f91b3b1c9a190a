/** Larger files are no pointers, by the specification of Git LFS. */
export const largestPointerBytes = 1_024;

const version = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n/;

/** The SHA-256 and the size of the content that a pointer of Git LFS names; null: the bytes are no pointer. */
export function readLfsPointer(bytes: Uint8Array): { oid: string; sizeBytes: number } | null {
  if (bytes.byteLength > largestPointerBytes) return null;
  const text = new TextDecoder().decode(bytes);
  if (!version.test(text)) return null;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const sizeBytes = Number(/^size (\d{1,15})$/m.exec(text)?.[1] ?? Number.NaN);
  return oid === undefined || Number.isNaN(sizeBytes) ? null : { oid, sizeBytes };
}
