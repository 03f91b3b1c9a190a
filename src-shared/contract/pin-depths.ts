import { collections, isCollection } from './collections.ts';
import type { PinDepthName } from './pins.ts';

/** The depth of a pin to which a list belongs, or stored contents (`files`, `snippetContents`). */
export function depthOf(name: string): PinDepthName {
  if (!isCollection(name)) return name === 'files' ? 'files' : 'text';
  const { lists, row } = collections[name];
  if ('project/job' in lists) return 'files';
  const isBelowRows = Object.keys(lists).every((kind) => kind.startsWith('project/'));
  return isBelowRows || 'content' in row.shape ? 'text' : 'facts';
}
