import type { ReplayedRule, ReplayGap, ReplayOutcome } from '#shared/contract/push-rule-replay.ts';
import type { PatternProblem, PushRuleField } from '#shared/contract/push-rules.ts';
import { count, plural } from './moments.ts';
import { writeLabels } from './operations.ts';
import { labels } from './collections.ts';

const create = writeLabels('push-rules.create');

const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const share = (part: number, whole: number): string => (whole === 0 ? '–' : percents.format(part / whole));

/** Words of the Push rules console. */
export const pushRules = {
  title: 'Push rules',
  tabs: { label: 'Rule and replay', rule: 'Rule', replay: 'Replay' },
  of: (group: string) => `of ${group}`,
  readAgain: 'Refresh',
  ruleOf: (group: string) => `Push rule of ${group}`,
  readRuleAgain: (group: string) => `Refresh the push rule of ${group}`,
  readAt: 'Synced',
  unreadAge: 'Never synced',

  noun: { one: 'push rule', many: 'push rules' },
  toCatalogue: 'Add groups and projects',
  unread: 'Push rule not synced yet',
  unreadText: 'Sync once to use it offline.',
  read: 'Sync push rule',
  role: 'the Owner role in the group, or an administrator’s token',

  none: {
    title: 'No push rule for this group',
    text: 'The instance returned 404, “never configured”. Without its own rule, the group inherits the rule of the nearest parent group that has one, or the rule of the instance. This API doesn’t show which one applies. A rule with all checks off is different: it overrides the inherited rule.',
    create: create.open,
    createWhy: 'Overrides the inherited rule completely, including checks that are off here.',
  },
  draft: {
    start: 'Draft push rule',
    why: 'You can draft a rule and replay it on cached commits without contacting the instance.',
    unknown: 'The current rule of this group is not known. You can replay this draft, but not save it.',
    syncFirst: 'Sync the push rule first',
  },

  groups: {
    messages: 'Commit messages',
    people: 'Authors and committers',
    branches: 'Branches and tags',
    files: 'Files',
  },
  fields: {
    commit_message_regex: 'Messages must match',
    commit_message_negative_regex: 'Messages must not match',
    reject_non_dco_commits: 'Messages must be signed off (DCO)',
    author_email_regex: 'Author email must match',
    member_check: 'Author must be a user of the instance',
    commit_committer_check: 'Committer email must belong to the pusher',
    commit_committer_name_check: 'Author name must match the pusher’s name',
    reject_unsigned_commits: 'Commits must be signed',
    branch_name_regex: 'Branch names must match',
    deny_delete_tag: 'Tags can’t be deleted',
    file_name_regex: 'File names must not match',
    prevent_secrets: 'Files with secrets are rejected',
    max_file_size: 'Maximum file size (MB)',
  } satisfies Record<PushRuleField, string>,
  help: {
    commit_message_regex:
      'Leave blank to allow any message. ^ and $ match the start and end of each line. If the pattern begins with (?-m), they match only the start and end of the message, which usually ends with a line ending.',
    commit_message_negative_regex:
      'Leave blank to forbid nothing. ^ and $ match the start and end of each line. If the pattern begins with (?-m), they match only the start and end of the message, without its final line ending. (?i) ignores case.',
    author_email_regex: 'Leave blank to allow any address. The address of the committer must match too.',
    branch_name_regex: 'Leave blank to allow any name. The default branch is exempt.',
    file_name_regex: 'Leave blank to allow any name. Assumption: the pattern is matched against the path.',
    max_file_size: 'Whole megabytes. Enter 0 or leave blank for no limit.',
    reject_non_dco_commits: 'A line “Signed-off-by: Name <address>” in the message.',
    member_check: 'Checked by the email address of the author. Whether the committer is checked too is undocumented.',
    commit_committer_check: 'Users can push only their own commits.',
    commit_committer_name_check: 'Compared with the name of the account.',
    reject_unsigned_commits: 'Commits without a signature are rejected.',
    deny_delete_tag: 'Pushes that delete a tag are rejected.',
    prevent_secrets: 'Detected by file names typical of keys and credentials.',
  } satisfies Record<PushRuleField, string>,
  size: { notWhole: 'A whole number of megabytes, 0 or more', none: 'no limit' },

  check: { on: 'On', off: 'Off', unset: 'Not set' },
  /** The value that the instance returned, shown beside each check. */
  stored: { null: 'null', false: 'false' },
  storedWhy: (value: boolean | null | undefined) => (value === false ? 'off' : 'off, or never set'),
  legend: {
    title: 'Meaning of null, false, and no rule',
    items: [
      ['null', 'The check is off or was never set. Some checks that are off are returned as null.'],
      ['false', 'The check is off.'],
      ['no rule', 'The group has no rule (404). The rule of a parent group or of the instance applies.'],
    ],
    why: 'null and false have the same effect. A rule with all checks off still overrides the inherited rule.',
  },
  was: (value: string) => `Current: ${value}`,
  unexpected: (value: string) =>
    `The instance returned ${value}, which doesn’t have the documented type. The replay doesn’t include this value.`,
  nothing: 'blank',
  changed: 'Changed',
  discardOne: (field: string) => `Reset “${field}”`,

  regexRefused: 'Not a valid RE2 pattern',
  regexLong: (most: number) => `Use at most ${count(most)} characters`,
  problem: ({ message, piece }: Pick<PatternProblem, 'message' | 'piece'>) =>
    piece === null ? message : `${message}: ${piece}`,
  hints: {
    'look-around': 'RE2 doesn’t support lookahead or lookbehind. To exclude text, use “Messages must not match”.',
    'atomic-group': 'RE2 doesn’t support atomic groups. Use (?:…) instead.',
    comment: 'RE2 doesn’t support comments in patterns.',
    'back-reference': 'RE2 doesn’t support backreferences.',
    'end-anchor': 'RE2 doesn’t support \\Z. Use \\z for the end of the text.',
    possessive: 'RE2 doesn’t support possessive quantifiers. Remove the second +.',
    'repeat-count': 'RE2 supports at most 1,000 repetitions.',
  } satisfies Record<NonNullable<PatternProblem['hint']>, string>,

  save: (n: number) => (n === 0 ? 'Save changes' : `Save ${plural(n, 'change')}`),
  saved: (group: string) => `Push rule of ${group} changed`,
  create: create.send,
  created: (group: string) => `Push rule of ${group} created`,
  discard: 'Discard changes',
  cancelCreate: 'Cancel',
  nothingToSave: 'No changes to save',
  fixFirst: (field: string) => `“${field}” has an error`,
  reset: 'Reset to inherited…',
  resetTitle: 'Reset push rule to inherited',
  resetDone: (group: string) => `Push rule of ${group} deleted`,
  resetWhat:
    'The group then inherits the rule of the nearest parent group or of the instance. Undo creates the rule again, with a new ID and date. Checks that are null now may then be false.',
  writeTitle: { edit: 'Save push rule', create: create.name },
  commands: {
    save: 'Save push rule',
    replay: 'Open replay',
    rule: 'Back to the rule',
    read: 'Refresh push rule',
  },
  id: 'ID',
  createdAt: 'Created',

  strip: {
    label: 'Effect of this draft',
    refused: (part: number, whole: number) =>
      `${part === 0 ? 'Rejects none' : `Would reject ${count(part)} (${share(part, whole)})`} of ${plural(whole, 'cached commit')}`,
    newly: (n: number) => (n === 0 ? 'none of them new' : `${count(n)} of them new`),
    branches: (part: number, whole: number) => `${count(part)} of ${plural(whole, 'branch', 'branches')}`,
    nothing: 'No commits synced for a replay',
    running: 'Replaying cached commits…',
    failed: 'Couldn’t replay this rule',
    open: 'Open replay',
  },

  replay: {
    projects: 'Projects',
    noProjects: 'No projects added yet',
    noProjectsText: 'Add projects to sync and replay their commits and branches.',
    chosen: (n: number, all: number) => `${count(n)} of ${plural(all, 'project')}`,
    chooseAll: 'Select all',
    chooseNone: 'Select none',
    find: 'Find a project',
    outside: 'outside this group',
    cached: (commits: number, branches: number) =>
      `${plural(commits, 'commit')}, ${plural(branches, 'branch', 'branches')}`,
    unread: 'not synced yet',
    reading: 'syncing…',
    readChosen: (n: number) => `Sync commits of ${plural(n, 'project')}`,
    readNothing: 'Select a project first',
    readFailed: 'Couldn’t sync the commits',
    newest: 'Newest commits of each project',
    newestHelp: 'A sync loads the newest 2,000 commits of all branches. Older ones stay cached.',
    merges: 'Include merge commits',
    mergesHelp: 'How push rules treat merge commits is undocumented. Assumption: like other commits.',
    settings: 'Replay settings',
    result: 'Result',

    nothingChosen: 'Select projects to replay',
    nothingCached: 'Selected projects not synced yet',
    nothingCachedText: 'Sync their commits and branches once. The replay then also works offline.',
    broken: 'Correct the invalid pattern to replay the draft',
    ofStored: 'Current rule, applied to cached data',
    ofDraft: 'Your draft compared with the current rule',
    ofNew: 'Your draft alone, because no current rule is known',

    figures: {
      commits: 'Commits rejected',
      newly: 'Newly rejected',
      noLonger: 'No longer rejected',
      branches: 'Branches rejected',
    },
    of: (part: number, whole: number) => `${share(part, whole)} of ${count(whole)}`,
    share,
    merge: (n: number) => (n === 0 ? 'no merges' : plural(n, 'merge')),
    exempt: (n: number) => (n === 0 ? '' : `${plural(n, 'default branch', 'default branches')} exempt`),

    by: { label: 'Shares', rule: 'By rule', author: 'By author', project: 'By project' },
    byColumns: { what: 'Name', commits: 'Commits', refused: 'Rejected', share: 'Share', newly: 'New' },
    moreAuthors: (n: number) => `${plural(n, 'more author')} not shown`,
    show: (what: string) => `Show rejected: ${what}`,
    noAuthor: 'no address',

    listed: { label: 'Rejected and no longer rejected', commits: 'Commits', branches: 'Branches' },
    columns: {
      ...labels('commit', 'title', 'project', 'author', 'branch'),
      date: 'Committed',
      outcome: 'Result',
      why: 'Reason',
    },
    outcomes: {
      newly: 'Newly rejected',
      still: 'Already rejected',
      'no-longer': 'No longer rejected',
    } satisfies Record<ReplayOutcome, string>,
    rules: {
      commit_message_regex: 'message doesn’t match',
      commit_message_negative_regex: 'message matches forbidden pattern',
      author_email_regex: 'author or committer email doesn’t match',
      reject_non_dco_commits: 'no sign-off (approximate)',
      branch_name_regex: 'branch name doesn’t match',
    } satisfies Record<ReplayedRule, string>,
    passes: 'passes the draft',
    isMerge: 'merge',
    noneRefused: 'Nothing is rejected',
    noneRefusedText: 'All cached commits and branches of the selected projects pass.',
    noneListed: 'No results match these filters',
    clearFilters: 'Clear filters',
    filterBy: { rule: 'Rule', author: 'Author', project: 'Project', outcome: 'Result' },
    removeFilter: (chip: string) => `Remove filter: ${chip}`,
    unlisted: (n: number) => `${count(n)} more counted, but not listed`,
    anyOutcome: 'Any result',
    backToRule: 'Back to the rule',
    copyShas: 'Copy SHAs',
    copyNames: 'Copy names',
    rowMenu: (name: string) => `Actions for ${name}`,
    copySha: 'Copy SHA',
    copyName: 'Copy name',
    openWeb: 'Open in browser',
    openWebFailed: 'Couldn’t open the page',
    noWebUrl: 'The instance didn’t return a web address',

    export: 'Export CSV…',
    exporting: 'Exporting…',
    exported: (rows: number) => `${plural(rows, 'row')} exported`,
    exportTitle: 'Export the listed commits and branches',
    exportFailed: 'Couldn’t export',
    nothingToExport: 'Nothing to export',

    gapsTitle: 'Not included in the replay',
    gapsNone: 'The replay includes all checks of this rule.',
    gapsValue: 'The replay doesn’t include values of the rule that don’t have the documented type.',
    gapsSome: 'These checks are set and may reject more than is counted here:',
    gaps: {
      files: 'This API doesn’t list the files of a commit or their sizes.',
      pusher: 'This API doesn’t show who pushed a commit.',
      accounts: 'Only the instance knows whether an address belongs to a user.',
      signatures: 'This API doesn’t list commit signatures.',
      tags: 'This API doesn’t list deleted tags.',
    } satisfies Record<ReplayGap, string>,
    unjudged: (n: number) =>
      `${plural(n, 'commit')} couldn’t be checked completely: the instance didn’t return the message or an address.`,
    assumptions: 'Assumptions',
    assumed: [
      'Patterns match anywhere in the text and are case-sensitive.',
      'Sign-offs are checked approximately: which lines the instance accepts is undocumented. Assumption: “Signed-off-by: Name <address>”, in uppercase or lowercase.',
      'Only existing commits are replayed, not commits that were rejected or rewritten before.',
      'Branches are replayed as if they were new. The default branch is exempt.',
      'For a subgroup with its own push rule, that rule applies instead.',
    ],
  },
};
