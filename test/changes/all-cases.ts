import { adminCases } from './cases-of-admin-consoles.ts';
import { projectCases } from './cases-of-projects.ts';
import { repositoryCases } from './cases-of-repositories.ts';
import { writingCases } from './cases-of-writing.ts';
import type { Cases } from './undo-case.ts';

/** Every write that this API has, at least once. */
export const allCases: Cases = { ...adminCases, ...projectCases, ...repositoryCases, ...writingCases };
