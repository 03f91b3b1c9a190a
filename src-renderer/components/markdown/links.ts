/** How links of a Markdown text are opened. */
export interface MarkdownLinks {
  open(address: string): void;
  /** What the link does, read out and shown on hover. */
  titleOf(address: string): string;
}
