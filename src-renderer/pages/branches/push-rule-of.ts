import type { Branch } from './branches-list.ts';

/** Access levels (document 3:29). */
const developer = 30;
const maintainer = 40;

/** The rule that decides who may push, and the lowest access level that it allows. */
export type InferredPush =
  | { rule: 'open' | 'developers' | 'maintainers'; leastLevel: number }
  | { rule: 'unknown'; leastLevel: null };

/** Infer who may push to a branch: the API has no list of the rules of protected branches. */
export function inferredPush({
  protected: isProtected,
  developers_can_push: developersPush,
}: Pick<Branch, 'protected' | 'developers_can_push'>): InferredPush {
  if (isProtected === null || isProtected === undefined) return { rule: 'unknown', leastLevel: null };
  if (!isProtected) return { rule: 'open', leastLevel: developer };
  return developersPush === true
    ? { rule: 'developers', leastLevel: developer }
    : { rule: 'maintainers', leastLevel: maintainer };
}
