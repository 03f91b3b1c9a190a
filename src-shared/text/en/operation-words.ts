import type { Service } from './dialect-names.ts';

/** The name of an operation in parts: its verb, and its object in singular and plural. */
export interface OperationWords {
  verb: string;
  one: string;
  several: string;
  /** The other service that the object comes from. Its display name depends on the dialect. */
  from?: Service;
}

export const of = (verb: string, one: string, several = `${one}s`): OperationWords => ({ verb, one, several });
