import type { Figure } from '#shared/contract/overview.ts';
import { shell } from '#shared/text/en/shell.ts';
import type { ListCounts } from '../../stores/overview/overview-counts.svelte.ts';
import {
  exportsToCheckPath,
  failedImportsPath,
  figurePath,
  problemsPath,
  segmentOf,
} from '../../stores/window/address.ts';

/** The number of rows of a page with a problem, in words, and the path of the list that shows exactly them. */
export interface Alarm {
  /** The segment of the page. */
  segment: string;
  count: number;
  text: string;
  path: string;
  /** Whether the problem exists already, or is expected. */
  tone: 'bad' | 'warn';
}

/** The problems of the open instance, the most severe first. */
export function alarmsOf(jobProblems: number, counts: ListCounts['value']): Alarm[] {
  const all: Alarm[] = [];
  const add = (
    segment: string,
    count: number,
    textOf: (n: number) => string,
    path: string,
    tone: Alarm['tone'] = 'bad',
  ) => {
    if (count > 0) all.push({ segment, count, text: textOf(count), path, tone });
  };
  const addFigure = (figure: Figure, textOf: (n: number) => string, tone?: Alarm['tone']) =>
    add(segmentOf(figure.collection), figure.count, textOf, figurePath(figure), tone);
  add('activity', jobProblems, shell.problems, problemsPath);
  if (counts !== null && counts !== undefined) {
    addFigure(counts.mirrorAlarms, shell.mirrorAlarms);
    addFigure(counts.alertingWebhooks, shell.webhooksAlerting);
    addFigure(counts.offlineRunners, shell.runnersOffline);
    add('dependency-exports', counts.exportsToCheck, shell.exportsToCheck, exportsToCheckPath);
    add('imports', counts.failedImports, shell.importsFailed, failedImportsPath);
    addFigure(counts.endingTokens, shell.tokensEnding, 'warn');
  }
  return all;
}
