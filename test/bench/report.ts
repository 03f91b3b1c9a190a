import { cpus, totalmem } from 'node:os';
import process from 'node:process';
import { figures, type FigureKind, type FigureName, type Samples } from './figures.ts';
import type { BenchOptions } from './options.ts';
import { median } from './statistics.ts';

/** The result of one figure. `ratios`: the lowest and the highest ratio of a round. */
export interface Result {
  name: FigureName;
  ours: number | null;
  against: number | null;
  ratio: number | null;
  ratios: [number, number] | null;
  outcome: 'ok' | 'missed' | 'not measured' | '';
}

/** The medians of all rounds, in the order of the table. The ratio is that of the two medians. */
export function resultsOf(rounds: readonly Samples[], wanted: readonly FigureName[]): Result[] {
  return wanted.map((name) => {
    const samples = rounds.flatMap((round) => round[name] ?? []);
    const ours = medianOf(samples.map((sample) => sample.ours));
    const against = medianOf(samples.map((sample) => sample.against ?? null));
    const ratios = samples.flatMap((one) => (one.ours === null || !one.against ? [] : [one.ours / one.against]));
    const ratio = ours === null || against === null ? null : ours / against;
    const spread: Result['ratios'] = ratios.length > 1 ? [Math.min(...ratios), Math.max(...ratios)] : null;
    return { name, ours, against, ratio, ratios: spread, outcome: outcomeOf(figures[name], ours, ratio) };
  });
}

/** The median, or null if a value is missing. */
function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : median(known);
}

function outcomeOf({ goal, against }: FigureKind, ours: number | null, ratio: number | null): Result['outcome'] {
  const value = against === null ? ours : ratio;
  if (value === null) return 'not measured';
  if (goal === undefined) return '';
  return value <= ('ratio' in goal ? goal.ratio : goal.most) ? 'ok' : 'missed';
}

/** The results as a Markdown table. */
export function tableOf(results: readonly Result[]): string {
  return markdownOf([['figure', 'Reeve', 'against', 'ratio', 'goal', ''], ...results.map(cellsOf)]);
}

/** The figures of the README: what a person waits for, what it needs, and what the journal of a plan costs. */
const summary: readonly FigureName[] = ['firstSync', 'firstSyncMemory', 'distantSync', 'searchP50', 'distantPlan'];

/** The figures of the README as a Markdown table without goals. */
export function summaryOf(results: readonly Result[]): string {
  const lines = results.filter(({ name }) => summary.includes(name)).map((result) => cellsOf(result).slice(0, 4));
  return markdownOf([['figure', 'Reeve', 'against', 'ratio'], ...lines]);
}

/** How many goals were missed, and how many figures could not be measured. */
export function goalsOf(results: readonly Result[]): string {
  const count = (wanted: Result['outcome']): number => results.filter(({ outcome }) => outcome === wanted).length;
  const missed = `${count('missed')} of ${count('missed') + count('ok')} goals were missed`;
  return count('not measured') === 0 ? `${missed}.` : `${missed}; ${count('not measured')} figures were not measured.`;
}

function markdownOf([head = [], ...lines]: string[][]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(result: Result): string[] {
  const { what, unit, against, goal }: FigureKind = figures[result.name];
  const baseline =
    against === null ? '' : result.against === null ? against : `${valueOf(result.against, unit)}, ${against}`;
  const aim =
    goal === undefined ? '' : 'ratio' in goal ? `≤ ${goal.ratio}` : `≤ ${goal.most.toLocaleString('en-US')} ${unit}`;
  const value = result.ours === null ? '' : valueOf(result.ours, unit);
  return [what, value, baseline, ratioOf(result), aim, result.outcome];
}

function ratioOf({ ratio, ratios }: Result): string {
  if (ratio === null) return '';
  const range = ratios === null ? '' : ` (${ratios.map((one) => one.toFixed(2)).join('–')})`;
  return `${ratio.toFixed(2)}${range}`;
}

function valueOf(value: number, unit: string): string {
  const digits = value >= 100 || value === 0 ? 0 : value >= 10 ? 1 : 2;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `${value.toLocaleString('en-US', options)} ${unit}`;
}

/** The number of users that the goals are for. */
const goalUsers = 100_000;

/** The machine, the version of Node, the date and the size of the run. */
export function conditions({ users, rounds, groups }: Pick<BenchOptions, 'users' | 'rounds' | 'groups'>): string {
  const all = cpus();
  const memoryGB = Math.round(totalmem() / 1024 ** 3);
  const machine = `${all[0]?.model.trim() ?? process.arch}, ${all.length} cores, ${memoryGB} GB of memory`;
  const goals = users === goalUsers ? '' : ` (the goals are for ${goalUsers.toLocaleString('en-US')})`;
  const medians = rounds === 1 ? 'one round' : `medians of ${rounds} rounds`;
  const million = groups.includes('million') ? '; 1,000,000 users in one round' : '';
  const size = `${users.toLocaleString('en-US')} users${goals}, ${medians}${million}`;
  return `${machine}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. ${size}.`;
}
