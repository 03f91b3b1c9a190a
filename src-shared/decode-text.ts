/** The encoding that the byte order mark of a text names, as Windows programs write it; null: no mark of UTF-16. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/**
 * Decode a text without its byte order mark: UTF-16 with a mark, UTF-8, or otherwise Windows-1252, in which spreadsheets
 * save CSVs. `isWhole` false: the text is cut, so an incomplete last character is left out.
 */
export function decodeText(bytes: Uint8Array, isWhole = true) {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'utf-16' as const };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return { text, encoding: 'utf-8' as const };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' as const };
  }
}
