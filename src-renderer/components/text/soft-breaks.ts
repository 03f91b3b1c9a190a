/**
 * Split a text where a line may break, for addresses without spaces: after characters such as `@ . / _ - : ? & =`.
 * Joined, the parts are the text.
 */
export function softBreaks(text: string): string[] {
  return text.split(/(?<=[@./\\_:?&=,;+-])(?=[^\s@./\\_:?&=,;+-])/u);
}
