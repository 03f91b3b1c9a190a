import { branches } from '#shared/text/en/branches.ts';
import { commits } from '#shared/text/en/commits.ts';
import { repositoryFiles as words } from '#shared/text/en/repository-files.ts';
import { loadOnce } from '../../components/load-once.ts';
import type { TabPart } from '../../console/place-tab.ts';

/** The tabs of the page "Code" of a project. The first one is shown by default. */
export const codeTabs: readonly TabPart[] = [
  { segment: 'files', title: words.files, load: loadOnce(() => import('./files/FilesTab.svelte')) },
  { segment: 'branches', title: branches.title, load: loadOnce(() => import('../branches/BranchesPage.svelte')) },
  { segment: 'commits', title: commits.title, load: loadOnce(() => import('../commits/CommitsPage.svelte')) },
  { segment: 'submodules', title: words.submodules, load: loadOnce(() => import('./SubmodulesTab.svelte')) },
];
