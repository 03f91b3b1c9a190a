/** Characters of a piece: few enough that one frame lexes and renders the worst input. */
export const mostInPiece = 1_500;
/** Longest header of a table that is repeated in the next piece. */
const mostRepeated = 600;

/** A part of a Markdown text that is lexed and rendered on its own. */
export interface Piece {
  text: string;
  /** Position after the piece in the text, in UTF-16 code units. */
  end: number;
}

/**
 * Split a Markdown text into pieces of at most 1,500 characters, at a blank line where possible, otherwise at a line or a
 * word. A code block or table that continues in the next piece gets its first lines there again. Ends with the piece that
 * reaches `most` characters. Shape: `text` has line feeds only.
 */
export function piecesOf(text: string, most: number): Piece[] {
  const pieces: Piece[] = [];
  let state: BlockState = { fence: null, table: null, previous: '' };
  let start = 0;
  while (start < text.length && start < most) {
    const repeated = state.fence ?? state.table ?? '';
    const [end, next] = endOfPiece(text, start, state);
    pieces.push({ text: repeated + text.slice(start, end), end });
    state = next;
    start = end;
  }
  return pieces;
}

/** What a line is inside of. Shape: `fence` and `table` are the lines that begin the block, each with its line feed. */
interface BlockState {
  fence: string | null;
  table: string | null;
  previous: string;
}

function endOfPiece(text: string, start: number, before: BlockState): [number, BlockState] {
  const limit = start + mostInPiece;
  let state = before;
  let at = start;
  let atBlank: number | null = null;
  while (at < text.length) {
    const feed = text.indexOf('\n', at);
    const next = feed === -1 ? text.length : feed + 1;
    if (next > limit) break;
    const line = text.slice(at, next);
    const isBlank = line.trim() === '';
    if (isBlank && state.fence === null && !/[ \t]/.test(text.charAt(next))) atBlank = next;
    state = after(state, line);
    at = next;
  }
  if (at >= text.length) return [text.length, state];
  if (atBlank !== null && atBlank > start) return [atBlank, { fence: null, table: null, previous: '' }];
  return at > start ? [at, state] : [endOfWords(text, start, limit), state];
}

/** The end of the last word before `limit`; `limit` if there is no space. Does not split a surrogate pair. */
function endOfWords(text: string, start: number, limit: number): number {
  const space = text.lastIndexOf(' ', limit - 1);
  if (space > start + mostInPiece / 2) return space + 1;
  const last = text.charCodeAt(limit - 1);
  return last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
}

function after({ fence, table, previous }: BlockState, line: string): BlockState {
  const marker = /^[\s>]*(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence !== null) {
    const opened = /`{3,}|~{3,}/.exec(fence)?.[0] ?? '';
    const isEnd = marker?.startsWith(opened) === true && line.trim().endsWith(marker);
    return { fence: isEnd ? null : fence, table: null, previous: line };
  }
  if (marker !== undefined && !(marker.startsWith('`') && line.trim().slice(marker.length).includes('`')))
    return { fence: line.length > mostRepeated ? null : withFeed(line), table: null, previous: line };
  if (line.trim() === '') return { fence: null, table: null, previous: '' };
  const isTable = line.includes('-') && line.includes('|') && /^[\s|:-]+$/.test(line) && previous.includes('|');
  const head = withFeed(previous) + withFeed(line);
  return { fence: null, table: isTable && head.length <= mostRepeated ? head : table, previous: line };
}

function withFeed(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n`;
}
