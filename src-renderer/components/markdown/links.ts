/** How links of a Markdown text are opened. */
export interface MarkdownLinks {
  open(address: string): void;
  /** What the link does, for screen readers and the tooltip. */
  titleOf(address: string): string;
  /** The file that an address refers to; null: it is not the address of a file. `href`: as it is written in the text. */
  fileOf?: (href: string) => MarkdownFile | null;
}

/** A file that a text links to. */
export interface MarkdownFile {
  /** What a click does, for screen readers and the tooltip. */
  title: string;
  save: () => void;
}
