/** How many rows of a page have a problem, in words, and the path of the list that shows those. */
export interface Alarm {
  count: number;
  text: string;
  path: string;
  /** Whether it fails already, or will. */
  tone: 'bad' | 'warn';
}
