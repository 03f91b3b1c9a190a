import { z } from 'zod';
import { ExportedRows } from './exported.ts';
import { Scope } from './scope.ts';
import { command, epochMs, query, Slice } from './kit.ts';
import { PushRuleEdit, type PushRuleField } from './push-rules.ts';

/** What keeps a field from being replayed: a fact that no list of commits or branches shows. */
export const replayGaps = ['files', 'pusher', 'accounts', 'signatures', 'tags'] as const;
export type ReplayGap = (typeof replayGaps)[number];

/**
 * Which fields are replayed over commits or branches, and what the others lack: commits name neither their files nor
 * who pushed them, nor a signature (document 1:37), and there is no list of deleted tags.
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

/** One field's refusal. `lacks`: `text` is what was looked through in vain; `contains`: what of it matched. */
export const RuleRefusal = z.object({
  rule: ReplayedRule,
  how: z.enum(['lacks', 'contains']),
  text: z.string(),
});
export type RuleRefusal = z.infer<typeof RuleRefusal>;

/** Against the rule that is in force: refused by the draft alone, by both, or by the one in force alone. */
export const replayOutcomes = ['newly', 'still', 'no-longer'] as const;
export const ReplayOutcome = z.enum(replayOutcomes);
export type ReplayOutcome = z.infer<typeof ReplayOutcome>;

const rowFields = {
  /** Its place in the replay, from 1. */
  key: z.number().int(),
  scope: Scope,
  outcome: ReplayOutcome,
  refusals: z.array(RuleRefusal),
  /** What the rule in force refuses it by. */
  before: z.array(ReplayedRule),
};

/** A commit that the draft or the rule in force refuses. */
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

/** `newest`: commits of each project, by their date; `merges` false leaves merge commits out. */
export const ReplayInput = z.object({
  /** Of the group whose rule it is. */
  scope: Scope,
  rule: PushRuleEdit,
  /** The rule in force, to compare with; null: none. */
  current: PushRuleEdit.nullable(),
  projects: z.array(Scope).max(500),
  newest: z.number().int().min(1).max(20_000).default(1_000),
  merges: z.boolean().default(true),
});
export type ReplayInput = z.output<typeof ReplayInput>;

const Share = z.object({ commits: z.number(), refused: z.number(), newly: z.number() });

/** What a replay found. Counts are exact; `authors` and the listed rows are capped. */
export const Replay = z.object({
  id: z.string(),
  at: epochMs,
  tookMs: z.number(),
  ...Share.shape,
  noLonger: z.number(),
  merges: z.number(),
  branches: z.number(),
  /** Branches that the rule leaves alone because they are the default one. */
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
      /** When the oldest of its rows was read; null: nothing is cached. */
      oldestFetchedAt: epochMs.nullable(),
    }),
  ),
  /** Fields that are set and were not replayed, with what they lack. */
  gaps: z.array(z.object({ field: z.string(), gap: z.enum(replayGaps) })),
  /** Refused commits and branches beyond what is kept for the list. */
  unlisted: z.number(),
});
export type Replay = z.infer<typeof Replay>;

/** Which of the refused ones are listed. */
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

/** A window of the refused ones. `revision` never changes: a replay is what it was. */
const windowOfRefused = <R extends z.ZodType>(row: R) =>
  z.object({
    total: z.number(),
    isCapped: z.boolean(),
    from: z.number(),
    rows: z.array(row),
    revision: z.number(),
    queryMs: z.number(),
  });

/** What is cached of a project for a replay. */
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

/** Replays live in memory, the last few of them; rows of one that is forgotten fail with `missing`. */
export const pushRuleReplay = {
  sources: query(z.object({ projects: z.array(Scope).max(500) }), z.object({ sources: z.array(ReplaySource) })),
  /** Hold a draft against what is cached. Fails: `invalid` with the field whose pattern RE2 refuses. */
  run: query(ReplayInput, Replay),
  commits: query(listing, windowOfRefused(ReplayedCommit)),
  branches: query(listing, windowOfRefused(ReplayedBranch)),
  /** Keys in the order of the query, for a range picked with Shift. */
  ids: query(
    z.object({
      of: Listed,
      query: ReplayQuery,
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(5_000),
    }),
    z.object({ ids: z.array(z.number()) }),
  ),
  /** SHAs or names for the clipboard, a line each, at most 5,000. */
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
  /** Write the refused commits and branches into one CSV file, with a manifest that holds the rule. */
  export: command(z.object({ replayId: z.string(), filter: ReplayFilter.default({}) }), ExportedRows),
};
