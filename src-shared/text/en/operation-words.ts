import type { Service } from './dialect-names.ts';

/** The name of an operation in parts: its verb, and its object in singular and plural. */
export interface OperationWords {
  verb: string;
  one: string;
  several: string;
  /** The other service that the object comes from. Its display name depends on the dialect. */
  from?: Service;
  /** The write can't be undone, so its plan is always shown. */
  isPlanned?: true;
  /** The outcome of an applied write. Absent: "Applied". */
  done?: string;
}

export const of = (verb: string, one: string, several = `${one}s`): OperationWords => ({ verb, one, several });

/** The words of a write that can't be undone. */
export const planned = (words: OperationWords): OperationWords => ({ ...words, isPlanned: true });
