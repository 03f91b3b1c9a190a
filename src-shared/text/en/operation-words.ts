/** The name of an operation in parts: its verb, and its object in singular and plural. */
export interface OperationWords {
  verb: string;
  one: string;
  several: string;
}

export const of = (verb: string, one: string, several = `${one}s`): OperationWords => ({ verb, one, several });
