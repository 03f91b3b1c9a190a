import { loadOnce } from '../../components/load-once.ts';
import type { TabPart } from '../../console/place-tab.ts';
import { codeParts, type CodePart } from './code-parts.ts';

const loads: Record<CodePart, TabPart['load']> = {
  files: () => import('./files/FilesTab.svelte'),
  branches: () => import('../branches/BranchesPage.svelte'),
  commits: () => import('../commits/CommitsPage.svelte'),
  submodules: () => import('./SubmodulesTab.svelte'),
};

/** The parts of the page of a project's code with their components. */
export const codeTabs: readonly TabPart[] = (Object.keys(codeParts) as CodePart[]).map((segment) => ({
  segment,
  title: codeParts[segment],
  load: loadOnce(loads[segment]),
}));
