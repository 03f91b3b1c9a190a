/**
 * A text in pieces between which a line may break, for addresses that have no spaces: after `@ . / _ - : ? & =` and
 * such, so that a break does not fall into a word. Joined again the pieces are the text.
 */
export function softBreaks(text: string): string[] {
  return text.split(/(?<=[@./\\_:?&=,;+-])(?=[^\s@./\\_:?&=,;+-])/u);
}
