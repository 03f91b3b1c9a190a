import Calendar from '@lucide/svelte/icons/calendar';
import CircleDot from '@lucide/svelte/icons/circle-dot';
import Clock from '@lucide/svelte/icons/clock';
import GitCommit from '@lucide/svelte/icons/git-commit-horizontal';
import GitPullRequest from '@lucide/svelte/icons/git-pull-request';
import Link from '@lucide/svelte/icons/link';
import Tag from '@lucide/svelte/icons/tag';
import UserRound from '@lucide/svelte/icons/user-round';
import type { Component } from 'svelte';

const icons: readonly (readonly [RegExp, Component])[] = [
  [/assign|review/i, UserRound],
  [/merge request|merged|approved/i, GitPullRequest],
  [/mentioned|relates|linked/i, Link],
  [/\btime\b|estimate/i, Clock],
  [/due date|start date|milestone|iteration/i, Calendar],
  [/label/i, Tag],
  [/commit/i, GitCommit],
];

/** The icon of a note of the platform, by the words in its first line. */
export function iconOf(line: string): Component {
  return icons.find(([words]) => words.test(line))?.[1] ?? CircleDot;
}
