import { replayOutcomes, type ReplayFilter } from '#shared/contract/push-rule-replay.ts';
import { pushRules as words } from '#shared/text/en/push-rules.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';

const { columns } = words.replay;

const shared: readonly Column[] = [
  { id: 'why', title: columns.why, widthPx: 320 },
  { id: 'outcome', title: columns.outcome, widthPx: 150, sortBy: 'outcome' },
  { id: 'project', title: columns.project, widthPx: 220, sortBy: 'project' },
];

export const commitColumns: readonly Column[] = [
  { id: 'commit', title: columns.commit, widthPx: 280, sortBy: 'title', isPinned: true },
  ...shared,
  { id: 'author', title: columns.author, widthPx: 240, sortBy: 'author' },
  { id: 'date', title: columns.date, widthPx: 120, sortBy: 'date' },
];

export const branchColumns: readonly Column[] = [
  { id: 'branch', title: columns.branch, widthPx: 280, sortBy: 'title', isPinned: true },
  ...shared,
];

/** The text of each filter that is set, for its chip. */
export function chipsOf(
  filter: ReplayFilter,
  projectName: (scope: string) => string,
): { name: keyof ReplayFilter; text: string }[] {
  const { filterBy, outcomes } = words.replay;
  const chips: { name: keyof ReplayFilter; text: string }[] = [];
  const { rule, email, scope, outcome } = filter;
  if (rule !== undefined) chips.push({ name: 'rule', text: `${filterBy.rule}: ${words.fields[rule]}` });
  if (email !== undefined) {
    chips.push({ name: 'email', text: `${filterBy.author}: ${email === '' ? words.replay.noAuthor : email}` });
  }
  if (scope !== undefined) chips.push({ name: 'scope', text: `${filterBy.project}: ${projectName(scope)}` });
  if (outcome !== undefined) chips.push({ name: 'outcome', text: `${filterBy.outcome}: ${outcomes[outcome]}` });
  return chips;
}

export const outcomeOptions = [
  { value: 'any', label: words.replay.anyOutcome },
  ...replayOutcomes.map((value) => ({ value, label: words.replay.outcomes[value] })),
] as const;
