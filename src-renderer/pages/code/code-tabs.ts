import type { Component } from 'svelte';
import { loadOnce } from '../../components/load-once.ts';
import type { PlaceTabProps } from '../../console/place-tab.ts';
import { codeParts, type CodePart } from './code-parts.ts';

type Load = () => Promise<{ default: Component<PlaceTabProps> }>;

const loads: Record<CodePart, Load> = {
  files: () => import('./files/FilesTab.svelte'),
  branches: () => import('../branches/BranchesPage.svelte'),
  commits: () => import('../commits/CommitsPage.svelte'),
  submodules: () => import('./SubmodulesTab.svelte'),
};

/** The parts of the page of a project's code with their components. */
export const codeTabs = (Object.keys(codeParts) as CodePart[]).map((segment) => ({
  segment,
  title: codeParts[segment],
  load: loadOnce(loads[segment]),
}));
