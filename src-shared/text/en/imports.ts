import type { ImportEntry, ImportProblem, ImportSeen, ImportStatusCheck } from '#shared/contract/imports.ts';
import { nameInDialect, type DialectName } from './dialect-names.ts';
import { ago, count, plural } from './moments.ts';

/** Reeve counts at most 100. */
const some = (n: number, one: string, ending: string): string =>
  n === 1 ? `1 ${one}` : `${n >= 100 ? '100 or more' : count(n)} ${one}${ending}`;
const seen = ({ branches, commits }: ImportSeen): string =>
  branches === 0 && commits === 0
    ? 'No branches yet'
    : `${some(branches, 'branch', 'es')} and ${some(commits, 'commit', 's')} so far`;

/** What a cell should hold, by the type of its field. */
const expected: Readonly<Record<string, string>> = {
  number: 'a number is expected',
  int: 'a whole number is expected',
  boolean: 'true or false is expected',
  object: 'an object in JSON is expected',
  string: 'text is expected',
  address: 'an http:// or https:// address without username and password is expected',
  path: 'the full path of a group or user, such as group/subgroup, is expected',
  'one-line': 'text without a line end is expected',
  'not-blank': 'it is blank',
};

/** Why a value is invalid, as the second half of a sentence. `detail`: see `ImportProblem`. */
function expectation(detail: string | null): string {
  const [, word, value] = /^(one-of|no-key|from) (.*)$/s.exec(detail ?? '') ?? [];
  if (word === 'one-of') return `one of ${value} is expected`;
  if (word === 'no-key') return `${value} is unknown`;
  if (word === 'from') return `a whole number of at least ${value} is expected`;
  return expected[detail ?? ''] ?? 'the value isn’t valid here';
}

type End = 'finished' | 'probably-finished' | 'failed' | 'no-news';

/** The notice about the end of an import. `why`: the platform's reason. */
const ended: Record<End, (name: string, why: string | null) => { title: string; body: string }> = {
  finished: (name) => ({ title: `Import of ${name} finished`, body: '' }),
  'probably-finished': (name) => ({
    title: `Import of ${name} probably finished`,
    body: 'The instance doesn’t report the status of imports. Branches and commits didn’t change in three checks.',
  }),
  failed: (name, why) => ({ title: `Import of ${name} failed`, body: why ?? 'The instance reported no reason.' }),
  'no-news': (name) => ({
    title: `No news of the import of ${name}`,
    body: 'Reeve no longer checks it automatically.',
  }),
};

/** Words of the Imports console that are the same in every dialect. */
export const imports = {
  title: 'Imports',
  ways: {
    new: 'Import repositories',
    gists: 'Gists…',
    queue: 'From a CSV…',
    cancel: 'Cancel import…',
  },
  about: 'Tokens of other services are sent with the import and not stored. Imported projects can’t be deleted here.',

  fields: {
    groups: { from: 'From', to: 'To', how: 'How', token: 'Token', stages: 'Optional stages' },
    personal_access_token: 'Personal access token of the other service',
    tokenHelp: 'Sent with this import, not stored.',
    repo_id: 'Repository ID',
    codehost_a_hostname: 'Host name',
    target_namespace: 'Target namespace',
    target_namespaceHelp:
      'The path of an existing group or subgroup (“acme/platform”) in which you have the Maintainer or Owner role. In a personal namespace, its owner becomes the author of all contributions. This can’t be reassigned.',
    target_namespaceOwn: 'Leave blank for your personal namespace. You then become the author of all contributions.',
    new_name: 'New name',
    new_nameHelp: 'Leave blank to keep the name.',
    pagination_limit: 'Rows per page',
    timeout_strategy: 'On timeout',
    timeouts: { pessimistic: 'Stop the import', optimistic: 'Continue with the rest' },
    attachments_import: 'Attachments',
    collaborators_import: 'Collaborators',
    single_endpoint_notes_import: 'Import comments one by one',
    notesHelp: 'Slower. For repositories with a very large number of comments.',
    stageUnset: 'Default of the instance',
    codehost_b_server_url: 'Server address',
    codehost_b_server_urlHelp: 'With https://, without username and password.',
    codehost_b_server_username: 'Username on the server',
    codehost_b_server_project: 'Project key',
    codehost_b_server_repo: 'Repository',
    repo_path: 'Repository',
    repo_pathHelp: 'Workspace and repository: “team/shop”.',
    way: 'Sign in with',
    wayHelp: 'Use one of the two methods.',
    byToken: 'Email and API token',
    byPassword: 'Username and app password (deprecated)',
    codehost_b_email: 'Email address',
    codehost_b_api_token: 'API token',
    codehost_b_username: 'Username',
    codehost_b_app_password: 'App password',
    codehost_b_app_passwordHelp: 'Deprecated. Use an email address and an API token if possible.',
    project_id: 'Project ID',
    project_idHelp: 'The ID of the project that the import creates.',
    keep_secret: 'Store the token until the import is sent',
    keepHelp:
      'It is stored in your keychain, or encrypted with your passphrase, and survives a restart of Reeve. It is deleted when the plan ends.',
  },
  addressWrong: 'Enter an address with http:// or https://, without username and password.',

  gistsConsequence: 'Only one import of gists runs at a time. Imported gists are kept.',
  cancelConsequence: 'Data imported so far stays in the project. A canceled import can’t be continued.',
  plan: (n: number) => `Import ${plural(n, 'repository', 'repositories')}`,
  gistsPlan: () => 'Import gists',
  cancelPlan: (n: number) => (n === 1 ? 'Cancel import' : `Cancel ${count(n)} imports`),
  done: (label: string) => `Import of ${label} started`,
  gistsDone: () => 'Import of gists started',
  cancelDone: (label: string) => `Canceling the import of ${label}`,

  queue: {
    title: 'Import many repositories from a CSV',
    text: 'One line per repository. The first line names the columns. The imports are sent one after the other.',
    op: 'From',
    csv: 'CSV',
    csvHelp: 'Don’t include tokens. The token below is used for all lines.',
    file: 'Or choose a file',
    defaults: 'Defaults for empty cells',
    sample: 'Sample with all columns',
    sampleCopy: 'sample',
    submit: 'Import repositories…',
    found: (n: number, bad: number) => {
      if (n === 0) return 'No lines after the first one';
      return bad === 0
        ? `${plural(n, 'line')}, no problems`
        : `${plural(n, 'line')}: ${count(n - bad)} ready, ${count(bad)} with problems`;
    },
    preview: 'Lines of the CSV',
    onlyBad: 'Only lines with problems',
    columns: { line: 'Line', what: 'Repository', target: 'Target', problems: 'Problem' },
    ready: 'Ready',
    more: (n: number) => `Show ${count(n)} more`,
    left: (n: number) =>
      plural(
        n,
        'line with problems isn’t sent. It stays in the form.',
        'lines with problems aren’t sent. They stay in the form.',
      ),
    kept: (n: number) => `${plural(n, 'line')} with problems kept`,
    keptWhy: 'To correct them, open the CSV again.',
    nothing: 'No lines to send.',
    someBad: (bad: number, n: number) =>
      `${count(bad)} of ${plural(n, 'line')} can’t be used. Correct the CSV, or continue without ${bad === 1 ? 'this line' : 'these lines'}.`,
    correct: 'Correct CSV',
    others: (n: number) => `Continue with the other ${n === 1 ? 'line' : plural(n, 'line')}`,
    allBad: 'All lines have problems.',
    tooMany: (most: number) => `A plan can have at most ${count(most)} lines. Split the CSV.`,
    failed: 'Couldn’t read the CSV.',
  },
  problem: ({ field: name, kind, detail }: ImportProblem, dialect: DialectName): string => {
    const field = name === null ? null : nameInDialect(name, dialect);
    switch (kind) {
      case 'unknown-column':
        return `Unknown column “${field}”. It is ignored.`;
      case 'secret-column':
        return `“${field}” is a secret, so Reeve ignored it. Delete the column from the file.`;
      case 'missing':
        return `${field} is missing.`;
      case 'invalid':
        return `${field} is invalid: ${expectation(detail)}.`;
      case 'blank-namespace':
        return 'The target namespace is blank.';
      case 'collision':
        return `Same project as in line ${detail}. Change one of the names.`;
      case 'cells':
        return 'More values than columns.';
      case 'unreadable':
        return 'Invalid CSV: a quotation mark is missing or in the wrong place.';
      case 'exists':
        return `${detail} already exists. Choose another name. If the project was deleted, verify it under Groups and projects.`;
      case 'imported':
        return `${detail} was already imported (see the journal). Choose another name.`;
      case 'namespace-missing':
        return `Group ${detail} doesn’t exist. Create it on the instance, then verify it under Groups and projects.`;
      case 'namespace-denied':
        return `This token can’t see the group ${detail}. You need the Maintainer or Owner role in it.`;
      default:
        return kind satisfies never;
    }
  },

  ended,

  found: {
    title: 'Imports started elsewhere',
    why: 'Reeve asks this instance about each known project once a week.',
    of: (path: string) => `Check again: ${path}`,
  },
  history: {
    title: 'Imports of this instance',
    list: 'Imports, newest first',
    none: 'No imports yet.',
    older: (n: number) => `${plural(n, 'older import')}: see the journal.`,
    states: {
      intended: 'Sending',
      applied: 'Accepted',
      refused: 'Refused',
      'not-applied': 'Not sent',
      unknown: 'Outcome unknown',
    } satisfies Record<ImportEntry['state'], string>,
    unknownWhy: 'The reply to the request was lost, so Reeve doesn’t know whether the instance accepted it.',
    requestAgain: 'Request again…',
    requestAgainOf: (label: string) => `Request again: ${label}`,
    project: (id: number) => `Project ${id}`,
    statusReported: 'Updated',
    noStatus: 'The response contained no status',
    status: (status: number) => `HTTP ${status}`,
    checkAgain: 'Check again',
    lookOf: (label: string) => `Check again: ${label}`,
    unreported: ({ at, checkedAt, seen: found }: ImportEntry, now: number) => {
      const accepted = `Accepted ${ago(at, now)}; this instance doesn’t report progress.`;
      if (checkedAt === null) return `${accepted} Not checked yet`;
      const checked = `checked ${ago(checkedAt, now)}`;
      return `${accepted} ${found === null ? `Last ${checked}` : `${seen(found)} (${checked})`}`;
    },
    /** What a check found. */
    looked: ({ outcome, status, import_status, seen: found }: ImportStatusCheck) => {
      if (outcome === 'refused') return `The instance refused to report the status (${status}).`;
      if (found !== null) return `${seen(found)}. This instance doesn’t report the status of imports.`;
      return import_status === null ? 'The response contained no status.' : `Reported status: ${import_status}`;
    },
    inferred: 'Finished (inferred)',
    inferredWhy:
      'This instance doesn’t report the status of imports. Branches and commits didn’t change in three checks.',
    unwatched: 'No news. Reeve no longer checks this import automatically.',
    failed: (why: string) => `Reason: ${why}`,
    onlyFailed: 'Imports that were reported as failed in the last 7 days.',
    onlyOne: 'Only one import is shown.',
    showAll: 'Show all imports',
    selectAll: (n: number) => `Select ${plural(n, 'import')} without a known end`,
    select: (label: string) => `Select ${label}`,
    cancelSelected: (n: number) => `Cancel ${plural(n, 'import')}…`,
    lookFailed: 'Couldn’t check the status',
    cancel: 'Cancel…',
    cancelOf: (label: string) => `Cancel import of ${label}`,
    journal: 'Journal',
    journalOf: (label: string) => `Journal entry of ${label}`,
  },
};
