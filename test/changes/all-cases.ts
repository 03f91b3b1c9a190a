import { adminCases } from './admin-cases.ts';
import { projectCases } from './project-cases.ts';
import { repositoryCases } from './repository-cases.ts';
import { noteAndSnippetCases } from './note-and-snippet-cases.ts';
import type { Cases } from './undo-case.ts';

/** Every write that this API has, at least once. */
export const allCases: Cases = { ...adminCases, ...projectCases, ...repositoryCases, ...noteAndSnippetCases };
