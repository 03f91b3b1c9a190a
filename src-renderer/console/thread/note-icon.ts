import type { LucideIconData } from '@lucide/icons';
import Calendar from '@lucide/icons/icons/calendar';
import CircleDot from '@lucide/icons/icons/circle-dot';
import Clock from '@lucide/icons/icons/clock';
import GitCommit from '@lucide/icons/icons/git-commit-horizontal';
import GitPullRequest from '@lucide/icons/icons/git-pull-request';
import Link from '@lucide/icons/icons/link';
import Tag from '@lucide/icons/icons/tag';
import UserRound from '@lucide/icons/icons/user-round';

const icons: readonly (readonly [RegExp, LucideIconData])[] = [
  [/assign|review/i, UserRound],
  [/merge request|merged|approved/i, GitPullRequest],
  [/mentioned|relates|linked/i, Link],
  [/\btime\b|estimate/i, Clock],
  [/due date|start date|milestone|iteration/i, Calendar],
  [/label/i, Tag],
  [/commit/i, GitCommit],
];

/** The icon of a note of the platform, by the words in its first line. */
export function iconOf(line: string): LucideIconData {
  return icons.find(([words]) => words.test(line))?.[1] ?? CircleDot;
}
