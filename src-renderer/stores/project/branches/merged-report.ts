import type { Branch } from './chosen-branches.ts';

/** The result for the merged branches that were listed before their deletion. */
export interface MergedReport {
  deleted: readonly string[];
  /** Listed before, and still there. */
  remaining: readonly string[];
  /** Not listed as merged, and no longer there: deleted by somebody else, or merged in the meantime. */
  others: readonly string[];
}

/** Whether the platform deletes a branch with the merged ones: protected branches are kept (document 1:159). */
export const isDeletable = ({ merged, protected: isProtected, default: isDefault }: Branch): boolean =>
  merged === true && isProtected !== true && isDefault !== true;

export function mergedReport(before: readonly Branch[], after: readonly Branch[]): MergedReport {
  const left = new Set(after.map(({ name }) => name));
  const namesOf = (branches: readonly Branch[], isLeft: boolean): string[] =>
    branches.map(({ name }) => name).filter((name) => left.has(name) === isLeft);
  const listed = before.filter(isDeletable);
  return {
    deleted: namesOf(listed, false),
    remaining: namesOf(listed, true),
    others: namesOf(
      before.filter((branch) => !isDeletable(branch)),
      false,
    ),
  };
}
