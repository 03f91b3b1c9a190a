/** The number of rows of a page with a problem, in words, and the path of the list that shows them. */
export interface Alarm {
  count: number;
  text: string;
  path: string;
  /** Whether the problem exists already, or is expected. */
  tone: 'bad' | 'warn';
}
