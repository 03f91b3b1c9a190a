import { adminCases } from './admin-cases.ts';
import { projectCases } from './project-cases.ts';
import { repositoryCases } from './repository-cases.ts';
import { noteAndSnippetCases } from './note-and-snippet-cases.ts';
import type { Cases } from './undo-case.ts';

/** At least one case for every write operation. */
export const allCases: Cases = { ...adminCases, ...projectCases, ...repositoryCases, ...noteAndSnippetCases };
