import process from 'node:process';
import { askAboutYear, compareMillion, recordChanges, recordFirst, recordGrowth, recordYear } from './history-steps.ts';
import { searchJournal, searchList } from './list-steps.ts';
import { printResult } from './output.ts';
import { lookAtPeople } from './people-steps.ts';
import { applyPlan } from './plan-steps.ts';
import { searchDuringSync, searchUsers, slowestSearch } from './search-steps.ts';
import { firstSync, unchangedSync } from './sync-steps.ts';

/** Reeve in its own process: `reeve STEP FOLDER URL TOKEN …` runs one step on a folder. */
const [step = '', folder = '', url = '', token = '', more = ''] = process.argv.slice(2);
const platform = { url, token };

type ListStep = (folder: string, size: number) => ReturnType<typeof searchList>;
export interface Steps {
  'first-sync': typeof firstSync;
  'unchanged-sync': typeof unchangedSync;
  search: typeof searchUsers;
  'search-during-sync': typeof searchDuringSync;
  'slowest-search': typeof slowestSearch;
  runners: ListStep;
  issues: ListStep;
  commits: ListStep;
  journal: typeof searchJournal;
  plan: typeof applyPlan;
  people: typeof lookAtPeople;
  'history-first': typeof recordFirst;
  'history-changes': typeof recordChanges;
  'history-growth': typeof recordGrowth;
  'history-year': typeof recordYear;
  'history-questions': typeof askAboutYear;
  'history-million': typeof compareMillion;
}
const steps: Record<keyof Steps, () => Promise<object>> = {
  'first-sync': () => firstSync(folder, platform),
  'unchanged-sync': () => unchangedSync(folder, platform, more),
  search: () => searchUsers(folder, platform),
  'search-during-sync': () => searchDuringSync(folder, platform),
  'slowest-search': () => slowestSearch(folder, platform),
  runners: () => searchList(folder, 'runners', Number(more)),
  issues: () => searchList(folder, 'issues', Number(more)),
  commits: () => searchList(folder, 'commits', Number(more)),
  journal: () => searchJournal(folder, Number(more)),
  plan: () => applyPlan(folder, platform, Number(more)),
  people: () => lookAtPeople(folder, platform),
  'history-first': () => recordFirst(folder, more),
  'history-changes': () => recordChanges(folder, more),
  'history-growth': () => recordGrowth(folder, Number(more)),
  'history-year': () => recordYear(folder, Number(more)),
  'history-questions': () => askAboutYear(folder),
  'history-million': () => compareMillion(folder),
};
printResult(await steps[step as keyof Steps]());
