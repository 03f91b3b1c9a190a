/** Each state has its own shape, so that color is not the only sign. */
export type CellShape =
  | 'filled'
  | 'plain'
  | 'ring'
  | 'cross'
  | 'grayCross'
  | 'half'
  | 'dot'
  | 'bar'
  | 'dotted'
  | 'dashed'
  | 'other';
