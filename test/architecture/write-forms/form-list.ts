import type { WriteOperation } from '#main/api/endpoints/index.ts';

/** The form of a write. The files of this folder list them by the name of the operation. */
export interface WriteForm {
  /** The files with its fields and the name of the operation, below `src-renderer`. */
  files: readonly string[];
  /** Files with lists of parameters that the form shows as a whole, below `src-shared/contract`. */
  lists?: readonly string[];
  /** Why the form has no field for a parameter; `actions[].file_path` is a field of the items of a list. */
  without?: Readonly<Record<string, string>>;
}

export type Forms = { readonly [Op in WriteOperation]?: WriteForm };
