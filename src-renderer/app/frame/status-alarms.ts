import type { Figure } from '#shared/contract/overview.ts';
import { shell } from '#shared/text/en/shell.ts';
import type { ListCounts } from '../../stores/features/overview-counts.svelte.ts';
import { exportsToCheckPath, failedImportsPath, figurePath, problemsPath } from '../../stores/window/address.ts';

/** Problems of the open instance, each with the path of exactly its rows, the most severe first. */
export function statusAlarms(jobProblems: number, counts: ListCounts['value']): { text: string; path: string }[] {
  const all: [number, (n: number) => string, string][] = [[jobProblems, shell.problems, problemsPath]];
  const add = (figure: Figure, text: (n: number) => string): void =>
    void all.push([figure.count, text, figurePath(figure)]);
  if (counts !== null) {
    add(counts.mirrorAlarms, shell.mirrorAlarms);
    add(counts.alertingWebhooks, shell.webhooksAlerting);
    add(counts.offlineRunners, shell.runnersOffline);
    all.push([counts.exportsToCheck, shell.exportsToCheck, exportsToCheckPath]);
    all.push([counts.failedImports, shell.importsFailed, failedImportsPath]);
    add(counts.endingTokens, shell.tokensEnding);
  }
  return all.filter(([n]) => n > 0).map(([n, text, path]) => ({ text: text(n), path }));
}
