import { Lexer, type Links, type MarkedToken, type Token, type Tokens } from 'marked';

/** Nested quotes, lists and emphasis below this depth are shown as their source text. */
export const deepest = 16;

/** A heading with the level of its element, so that no level is skipped. */
export type LeveledHeading = Tokens.Heading & { level: number };

/** Link definitions such as `[docs]: https://…` of a text. At most 500; they apply to all its pieces. */
export function definitionsOf(text: string): Links {
  const links: Links = {};
  let found = 0;
  for (const [, label = '', address = ''] of text.matchAll(
    /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]{0,20}<?([^\s<>]{1,2000})/gmu,
  )) {
    found += 1;
    if (found > 500) break;
    const key = label.toLowerCase().replaceAll(/\s+/g, ' ');
    links[key] ??= { href: address, title: null };
  }
  return links;
}

/**
 * The blocks of a piece. A piece that the lexer cannot read, for example because of thousands of nested quotes, becomes
 * one paragraph with its source text. Shape: `level` is the level of the first heading, 2 to 6.
 */
export function blocksOf(piece: string, links: Links, level: number): MarkedToken[] {
  try {
    const lexer = new Lexer({ gfm: true });
    Object.assign(lexer.tokens.links, links);
    const tokens = lexer.lex(piece) as MarkedToken[];
    levelHeadings(tokens, level, { last: level - 1 });
    return tokens;
  } catch {
    return [{ type: 'code', raw: piece, text: piece }];
  }
}

function levelHeadings(tokens: readonly Token[], first: number, seen: { last: number }, depth = 0): void {
  if (depth > deepest) return;
  for (const token of tokens as MarkedToken[]) {
    if (token.type === 'heading') {
      seen.last = Math.min(token.depth + first - 1, seen.last + 1, 6);
      (token as LeveledHeading).level = seen.last;
    } else if (token.type === 'blockquote') levelHeadings(token.tokens, first, seen, depth + 1);
    else if (token.type === 'list') for (const item of token.items) levelHeadings(item.tokens, first, seen, depth + 1);
  }
}
