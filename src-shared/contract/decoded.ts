/** A part of an address without its percent-escapes; null: one of them is invalid. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
