/** Who wrote a block of lines, in words. Texts are those of the platform. */
export interface BlameLine {
  /** The first line of the block, counted from 1. */
  from: number;
  commit: string | null;
  title: string | null;
  author: string;
  /** "3d ago" */
  age: string;
  /** From 0 (old) to 4 (new). */
  heat: number;
}

/** The blame of a line, counted from 1; undefined: not known. */
export type BlameOf = (line: number) => BlameLine | undefined;
