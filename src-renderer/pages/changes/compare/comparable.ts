import type { CollectionDifference, CollectionThen } from '#shared/contract/history.ts';

/** All places of the list had a complete sync. */
export const isComplete = ({ rows, synced, places }: CollectionThen): boolean => rows !== null && synced >= places;

/** The list was synced before both moments. */
export const isComparable = ({ a, b }: CollectionDifference): boolean => a.rows !== null && b.rows !== null;

/** The number of rows that differ. */
export const differing = ({ came, notReturned, changed }: CollectionDifference): number => came + notReturned + changed;
