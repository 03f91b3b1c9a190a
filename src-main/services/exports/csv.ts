/**
 * Text that a spreadsheet could evaluate as a formula: after quotes, spaces and invisible characters, which some ignore or
 * remove, comes the sign of a formula. Or a tab or line break comes first, after which some begin a new cell.
 */
const formula = /^(['\s\p{C}\p{Z}\p{DI}\u2800]*[=+\-@＝＋－＠]|'*[\t\r])/u;

/** The text with an apostrophe before it if it looks like a formula. */
export const withoutFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text that was given to `withoutFormula`. */
export const originalText = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Options of `csv-stringify` for every CSV that Reeve writes. */
export const csvOptions = { header: true, cast: { string: withoutFormula } } as const;
