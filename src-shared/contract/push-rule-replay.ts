import { z } from 'zod';
import { ExportedRows } from './exported.ts';
import { command, epochMs, query, Slice, Scope, windowOf } from './kit.ts';
import { PushRuleEdit, type PushRuleField } from './push-rules.ts';

/** Why a field can't be replayed: the data that no list of commits or branches contains. */
export const replayGaps = ['files', 'pusher', 'accounts', 'signatures', 'tags'] as const;
export type ReplayGap = (typeof replayGaps)[number];

/**
 * For each field, whether it is checked against commits or branches, or what is missing. Commits contain neither their
 * files, nor who pushed them, nor a signature (document 1:37), and there is no list of deleted tags.
 */
export const replayOf: Readonly<Record<PushRuleField, 'commits' | 'branches' | ReplayGap>> = {
  author_email_regex: 'commits',
  branch_name_regex: 'branches',
  commit_message_regex: 'commits',
  commit_message_negative_regex: 'commits',
  file_name_regex: 'files',
  commit_committer_check: 'pusher',
  commit_committer_name_check: 'pusher',
  deny_delete_tag: 'tags',
  member_check: 'accounts',
  prevent_secrets: 'files',
  reject_non_dco_commits: 'commits',
  reject_unsigned_commits: 'signatures',
  max_file_size: 'files',
};

export const replayedRules = [
  'commit_message_regex',
  'commit_message_negative_regex',
  'author_email_regex',
  'reject_non_dco_commits',
  'branch_name_regex',
] as const satisfies readonly PushRuleField[];
export const ReplayedRule = z.enum(replayedRules);
export type ReplayedRule = z.infer<typeof ReplayedRule>;

/** A refusal by one field. `lacks`: `text` was searched without a match; `contains`: `text` is the match. */
export const RuleRefusal = z.object({
  rule: ReplayedRule,
  how: z.enum(['lacks', 'contains']),
  text: z.string(),
});
export type RuleRefusal = z.infer<typeof RuleRefusal>;

/** Compared with the current rule: refused by the draft only, by both, or by the current rule only. */
export const replayOutcomes = ['newly', 'still', 'no-longer'] as const;
export const ReplayOutcome = z.enum(replayOutcomes);
export type ReplayOutcome = z.infer<typeof ReplayOutcome>;

const rowFields = {
  /** The position in the replay, from 1. */
  key: z.number().int(),
  scope: Scope,
  outcome: ReplayOutcome,
  refusals: z.array(RuleRefusal),
  /** The fields of the current rule that refuse it. */
  before: z.array(ReplayedRule),
};

/** A commit that the draft or the current rule refuses. */
export const ReplayedCommit = z.object({
  ...rowFields,
  sha: z.string(),
  title: z.string(),
  author_name: z.string(),
  author_email: z.string(),
  committed_date: z.string().nullable(),
  web_url: z.string().nullable(),
  isMerge: z.boolean(),
});
export type ReplayedCommit = z.infer<typeof ReplayedCommit>;

export const ReplayedBranch = z.object({
  ...rowFields,
  name: z.string(),
  web_url: z.string().nullable(),
});
export type ReplayedBranch = z.infer<typeof ReplayedBranch>;

/** `newest`: maximum commits of each project, newest first; `merges` false leaves out merge commits. */
export const ReplayInput = z.object({
  /** The group of the rule. */
  scope: Scope,
  rule: PushRuleEdit,
  /** The current rule to compare with; null: none. */
  current: PushRuleEdit.nullable(),
  projects: z.array(Scope).max(500),
  newest: z.number().int().min(1).max(20_000).default(1_000),
  merges: z.boolean().default(true),
});
export type ReplayInput = z.output<typeof ReplayInput>;

const Share = z.object({ commits: z.number(), refused: z.number(), newly: z.number() });

/** The result of a replay. Counts are exact; the numbers of listed authors and rows are limited. */
export const Replay = z.object({
  id: z.string(),
  at: epochMs,
  tookMs: z.number(),
  ...Share.shape,
  noLonger: z.number(),
  merges: z.number(),
  /** Commits without a message or an address that the rule checks, and that nothing else refuses. */
  unjudged: z.number(),
  branches: z.number(),
  /** Default branches, which the rule does not check. */
  exemptBranches: z.number(),
  refusedBranches: z.number(),
  newlyBranches: z.number(),
  byRule: z.array(z.object({ rule: ReplayedRule, refused: z.number(), newly: z.number() })),
  byAuthor: z.array(Share.extend({ email: z.string(), name: z.string() })),
  authors: z.number(),
  byProject: z.array(
    Share.extend({
      scope: Scope,
      branches: z.number(),
      refusedBranches: z.number(),
      /** When the oldest cached row was synced; null: nothing is cached. */
      oldestFetchedAt: epochMs.nullable(),
    }),
  ),
  /** Fields that are set but were not replayed, with what is missing. */
  gaps: z.array(z.object({ field: z.string(), gap: z.enum(replayGaps) })),
  /** Refused commits and branches that are not in the list. */
  unlisted: z.number(),
});
export type Replay = z.infer<typeof Replay>;

/** Which refused rows are listed. */
export const ReplayFilter = z.object({
  rule: ReplayedRule.optional(),
  email: z.string().optional(),
  scope: Scope.optional(),
  outcome: ReplayOutcome.optional(),
});
export type ReplayFilter = z.infer<typeof ReplayFilter>;

export const replaySorts = ['found', 'project', 'author', 'title', 'date', 'outcome'] as const;
const Sort = z
  .object({ by: z.enum(replaySorts), direction: z.enum(['asc', 'desc']) })
  .default({ by: 'found', direction: 'asc' });

/** The cached rows of a project for a replay. */
export const ReplaySource = z.object({
  scope: Scope,
  commits: z.number(),
  branches: z.number(),
  commitsSyncedAt: epochMs.nullable(),
  branchesSyncedAt: epochMs.nullable(),
});
export type ReplaySource = z.infer<typeof ReplaySource>;

const Listed = z.enum(['commits', 'branches']);
const ReplayQuery = z.object({ replayId: z.string(), filter: ReplayFilter.default({}), sort: Sort });
export type ReplayQuery = z.output<typeof ReplayQuery>;
const listing = z.object({ query: ReplayQuery, slice: Slice });

/** Only the last few replays are kept in memory; requests for older ones fail with `missing`. */
export const pushRuleReplay = {
  sources: query(z.object({ projects: z.array(Scope).max(500) }), z.object({ sources: z.array(ReplaySource) })),
  /** Check a draft against the cached rows. Fails: `invalid` with the field whose pattern RE2 rejects. */
  run: query(ReplayInput, Replay),
  /** `revision` never changes, because a replay never changes. */
  commits: query(listing, windowOf(ReplayedCommit)),
  branches: query(listing, windowOf(ReplayedBranch)),
  /** Keys in the order of the query, for a range selection with Shift. */
  ids: query(
    z.object({
      of: Listed,
      query: ReplayQuery,
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(5_000),
    }),
    z.object({ ids: z.array(z.number()) }),
  ),
  /** SHAs or names for the clipboard, one per line, at most 5,000. */
  copy: query(
    z.object({
      of: Listed,
      query: ReplayQuery,
      chosen: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('ids'), ids: z.array(z.number().int()).max(5_000) }),
        z.object({ kind: z.literal('all'), except: z.array(z.number().int()).max(5_000) }),
      ]),
    }),
    z.object({ text: z.string(), rows: z.number(), leftOut: z.number() }),
  ),
  /** Export the refused commits and branches as one CSV file, with a manifest that contains the rule. */
  export: command(z.object({ replayId: z.string(), filter: ReplayFilter.default({}) }), ExportedRows),
};
