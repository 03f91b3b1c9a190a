import { grid } from '#shared/text/en/grid.ts';

/** Maximum characters of a text, unless the caller sets another limit. */
const usual = 300;

/**
 * Invisible characters that can change how other characters are shown: control characters except tab and line feed, soft
 * hyphens, marks and overrides of the text direction, zero-width spaces, invisible operators, tags.
 */
const invisible =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- each is matched on its own
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/gu;
const joiner = /[\u200c\u200d]/u;
/** Scripts and symbols in which zero-width joiners are part of the spelling. */
const joins =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]|\p{Lo}/u;

/**
 * A text from the platform as the window shows it: shortened, and with a visible mark such as ⟨U+202E⟩ for each invisible
 * character, so that no name can imitate another one or reverse the line. Copying takes the original text.
 * Units: `most` in UTF-16 code units.
 */
export function visibleText(text: string, most?: number): string;
export function visibleText(text: string | null | undefined, most?: number): string | undefined;
export function visibleText(text: string | null | undefined, most = usual): string | undefined {
  if (text === null || text === undefined) return undefined;
  const isLong = text.length > most;
  const marked = marks(isLong ? clip(text, most) : text);
  return isLong ? `${marked}${grid.clipped(text.length)}` : marked;
}

/** Does not split a surrogate pair. */
function clip(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

function marks(text: string): string {
  return text.replaceAll(invisible, (found, at: number) => {
    if (joiner.test(found) && isSpelling(text, at)) return found;
    return `⟨U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

function isSpelling(text: string, at: number): boolean {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const [after = ''] = text.slice(at + 1, at + 3);
  return joins.test(before) && joins.test(after);
}
