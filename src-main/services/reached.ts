/** Called with each line that a parser reaches, from 1. */
export type Reached = (line: number) => void;
