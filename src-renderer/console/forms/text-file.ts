import { decodeText } from '#shared/decode-text.ts';

/** The text of a chosen file, in whichever encoding it is. Fails: if the file can't be read. */
export async function textIn(file: Blob): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer())).text;
}
