import type { CollectionName } from '#shared/contract/collections.ts';
import { outlines } from '#shared/contract/window.constant.ts';

export const collectionNames = Object.keys(outlines) as CollectionName[];

export function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(outlines, name);
}
