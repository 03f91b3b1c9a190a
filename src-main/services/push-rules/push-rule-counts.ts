import type { Branch } from '#shared/contract/branches.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Commit } from '#shared/contract/commits.ts';
import {
  replayedRules,
  type Replay,
  type ReplayedBranch,
  type ReplayedCommit,
  type ReplayedRule,
  type ReplayOutcome,
  type RuleRefusal,
} from '#shared/contract/push-rule-replay.ts';
import type { RuleChecker } from './push-rule-checker.ts';

/** Maximum refused rows in the list; all are counted. */
const maxListedRows = 50_000;
const maxAuthors = 200;

type Counted = Omit<Replay, 'id' | 'at' | 'tookMs' | 'gaps'>;
type Author = Replay['byAuthor'][number];
type Project = Replay['byProject'][number];

/**
 * Check commits and branches against a draft and the current rule, and count the results. `current` null: no rule, so
 * that every refusal is new.
 */
export function replayCounter(draft: RuleChecker, current: RuleChecker | null) {
  const commits: ReplayedCommit[] = [];
  const branches: ReplayedBranch[] = [];
  const rules = new Map(replayedRules.map((rule) => [rule, { rule, refused: 0, newly: 0 }]));
  const authors = new Map<string, Author>();
  const projects = new Map<Scope, Project>();
  const sums = {
    ...{ commits: 0, refused: 0, newly: 0, noLonger: 0, merges: 0, unjudged: 0, unlisted: 0 },
    ...{ branches: 0, exemptBranches: 0, refusedBranches: 0, newlyBranches: 0 },
  };

  function compare(refusals: RuleRefusal[], before: RuleRefusal[]) {
    if (refusals.length === 0 && before.length === 0) return null;
    const outcome: ReplayOutcome = refusals.length === 0 ? 'no-longer' : before.length === 0 ? 'newly' : 'still';
    for (const { rule } of refusals) {
      const counted = rules.get(rule);
      if (counted === undefined) continue;
      counted.refused += 1;
      if (!before.some((known) => known.rule === rule)) counted.newly += 1;
    }
    return { outcome, refusals, before: before.map(({ rule }): ReplayedRule => rule) };
  }
  function projectOf(scope: Scope): Project {
    const none = { commits: 0, refused: 0, newly: 0, branches: 0, refusedBranches: 0, oldestFetchedAt: null };
    const project = projects.get(scope) ?? { scope, ...none };
    projects.set(scope, project);
    return project;
  }
  function authorOf(email: string, name: string): Author {
    const key = email.toLowerCase();
    const author = authors.get(key) ?? { email, name, commits: 0, refused: 0, newly: 0 };
    authors.set(key, author);
    return author;
  }
  function older(project: Project, fetchedAt: number): void {
    project.oldestFetchedAt = Math.min(project.oldestFetchedAt ?? fetchedAt, fetchedAt);
  }

  return {
    /** Include a project in the result even if none of its rows are cached. */
    project: (scope: Scope): void => void projectOf(scope),
    commit(scope: Scope, commit: Commit, fetchedAt: number): void {
      const project = projectOf(scope);
      const author = authorOf(commit.author_email ?? '', commit.author_name ?? '');
      const isMerge = (commit.parent_ids?.length ?? 0) > 1;
      older(project, fetchedAt);
      sums.merges += isMerge ? 1 : 0;
      const found = compare(draft.commit(commit), current?.commit(commit) ?? []);
      if (draft.isIncomplete(commit) && (found?.refusals.length ?? 0) === 0) sums.unjudged += 1;
      for (const share of [sums, project, author]) {
        share.commits += 1;
        if (found === null || found.outcome === 'no-longer') continue;
        share.refused += 1;
        if (found.outcome === 'newly') share.newly += 1;
      }
      if (found === null) return;
      if (found.outcome === 'no-longer') sums.noLonger += 1;
      if (commits.length >= maxListedRows) return void (sums.unlisted += 1);
      commits.push({
        key: commits.length + 1,
        scope,
        sha: commit.id,
        title: commit.title ?? commit.message?.split('\n', 1)[0] ?? '',
        author_name: commit.author_name ?? '',
        author_email: commit.author_email ?? '',
        committed_date: commit.committed_date ?? commit.created_at ?? null,
        web_url: commit.web_url ?? null,
        isMerge,
        ...found,
      });
    },
    branch(scope: Scope, branch: Branch, fetchedAt: number): void {
      const project = projectOf(scope);
      older(project, fetchedAt);
      sums.branches += 1;
      project.branches += 1;
      if (branch.default === true) sums.exemptBranches += 1;
      const found = compare(draft.branch(branch), current?.branch(branch) ?? []);
      if (found === null) return;
      if (found.outcome !== 'no-longer') {
        sums.refusedBranches += 1;
        project.refusedBranches += 1;
        if (found.outcome === 'newly') sums.newlyBranches += 1;
      }
      if (branches.length >= maxListedRows) return void (sums.unlisted += 1);
      branches.push({
        key: branches.length + 1,
        scope,
        name: branch.name,
        web_url: branch.web_url ?? null,
        ...found,
      });
    },
    end(): { counted: Counted; commits: ReplayedCommit[]; branches: ReplayedBranch[] } {
      const worst = [...authors.values()].sort((a, b) => b.refused - a.refused || b.commits - a.commits);
      return {
        counted: {
          ...sums,
          byRule: [...rules.values()],
          byAuthor: worst.slice(0, maxAuthors),
          authors: authors.size,
          byProject: [...projects.values()].sort((a, b) => b.refused - a.refused || b.commits - a.commits),
        },
        commits,
        branches,
      };
    },
  };
}
