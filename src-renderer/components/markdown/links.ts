/** How links of a Markdown text are opened. */
export interface MarkdownLinks {
  open(address: string): void;
  /** What the link does, read out and shown on hover. */
  titleOf(address: string): string;
  /** The file that an address of the text refers to, as it is written there; null: it is no file. */
  fileOf?: (href: string) => MarkdownFile | null;
}

/** A file that a text links to. */
export interface MarkdownFile {
  /** What a click does, read out and shown on hover. */
  title: string;
  save: () => void;
}
