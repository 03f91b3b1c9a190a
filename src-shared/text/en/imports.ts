import type { ImportEntry, ImportOp, ImportProblem } from '#shared/contract/imports.ts';
import { count } from './moments.ts';

const repositories = (n: number): string => (n === 1 ? '1 repository' : `${count(n)} repositories`);
const lines = (n: number): string => (n === 1 ? '1 line' : `${count(n)} lines`);

/** What a cell should hold, by the type of its field. */
const expected: Readonly<Record<string, string>> = {
  number: 'a number is expected',
  int: 'a whole number is expected',
  boolean: 'true or false is expected',
  object: 'an object in JSON is expected',
  string: 'text is expected',
  address: 'an http:// or https:// address without user name and password is expected',
  path: 'the full path of a group or user, such as group/subgroup, is expected',
  'not-blank': 'it is blank',
};

/** Why a value is invalid, as the second half of a sentence. `detail`: see `ImportProblem`. */
function expectation(detail: string | null): string {
  const [, word, value] = /^(one-of|no-key|from) (.*)$/s.exec(detail ?? '') ?? [];
  if (word === 'one-of') return `one of ${value} is expected`;
  if (word === 'no-key') return `${value} is unknown here`;
  if (word === 'from') return `a whole number from ${value} up is expected`;
  return expected[detail ?? ''] ?? 'the value is not valid here';
}

/** Words of the Imports console. */
export const imports = {
  title: 'Imports',
  ways: {
    new: 'New import',
    codehostA: 'From code host A…',
    codehostB: 'From code host B…',
    server: 'From code host B server…',
    gists: 'Gists…',
    queue: 'From a CSV…',
    cancel: 'Cancel an import…',
  },
  about:
    'Tokens of other services go out with the import and are then forgotten. Nothing here can delete a project again.',

  fields: {
    groups: { from: 'From', to: 'To', how: 'How', token: 'Token', stages: 'Optional stages' },
    personal_access_token: 'Personal access token of the other service',
    tokenHelp: 'Goes out with this import and stands nowhere afterwards.',
    repo_id: 'Repository number',
    repo_idHelp: 'The id that code host A gives the repository.',
    codehost_a_hostname: 'Host name',
    codehost_a_hostnameHelp: 'Of your own code host A server. Empty: the hosted service.',
    target_namespace: 'Target namespace',
    target_namespaceHelp:
      'A group or a subgroup that exists, as its path (“acme/platform”), in which you are Maintainer or Owner. In a personal namespace its owner is made the author of everything, and that cannot be reassigned.',
    target_namespaceOwn: 'Empty: your personal namespace, and you are made the author of everything.',
    new_name: 'New name',
    new_nameHelp: 'Empty: the name it has there.',
    pagination_limit: 'Rows per page',
    pagination_limitHelp: 'Asked of code host A at a time. Fewer help where its answers are too large.',
    timeout_strategy: 'When something takes too long',
    timeouts: { pessimistic: 'End the import', optimistic: 'Go on with the rest' },
    attachments_import: 'Attachments',
    collaborators_import: 'Collaborators',
    single_endpoint_notes_import: 'Comments one by one',
    notesHelp: 'Slower; for repositories with very many comments.',
    stageUnset: 'As the instance does',
    codehost_b_server_url: 'Address of the server',
    codehost_b_server_urlHelp: 'With https://, without a user name and a password.',
    codehost_b_server_username: 'User name there',
    codehost_b_server_project: 'Project key',
    codehost_b_server_repo: 'Repository',
    repo_path: 'Repository',
    repo_pathHelp: 'Workspace and repository: “team/shop”.',
    way: 'Sign in with',
    wayHelp: 'One or the other: the two are never sent together.',
    byToken: 'E-mail and API token',
    byPassword: 'User name and app password (deprecated)',
    codehost_b_email: 'E-mail address there',
    codehost_b_api_token: 'API token',
    codehost_b_api_tokenHelp:
      'Needs the scopes read:repository:codehost_b, read:pullrequest:codehost_b, read:issue:codehost_b and read:wiki:codehost_b.',
    codehost_b_username: 'User name there',
    codehost_b_app_password: 'App password',
    codehost_b_app_passwordHelp: 'Deprecated. Use an e-mail address and an API token where you can.',
    project_id: 'Project id',
    project_idHelp: 'Of the project here that is being made by the import.',
    keep: 'Keep the token until the import is sent',
    keepHelp:
      'It is stored in your keychain, or encrypted with your passphrase, and survives a restart of Reeve. It is deleted when the plan ends.',
  },
  errors: {
    missing: 'Fill this in.',
    number: 'A whole number from 1 up.',
    address: 'An address with http:// or https:// and without a user name and a password.',
  },

  forms: {
    'imports.fromCodehostA': {
      title: 'Import a repository from code host A',
      text: 'A group access token of this instance brings the visibility along that the repository has there. A target namespace that does not exist makes the import fail.',
      submit: 'Import',
    },
    'imports.fromCodehostBServer': {
      title: 'Import a repository from a code host B server',
      text: 'The documents do not show how this instance answers. What it says is shown as it comes.',
      submit: 'Import',
    },
    'imports.fromCodehostB': {
      title: 'Import a repository from code host B',
      text: 'The documents do not show how this instance answers. What it says is shown as it comes.',
      submit: 'Import',
    },
    'imports.gists': {
      title: 'Import your gists from code host A',
      text: 'They become personal snippets of the owner of the token of this profile. Gists of more than 10 files are left out, and an e-mail lists what failed.',
      submit: 'Import gists',
    },
    'imports.cancel': {
      title: 'Cancel an import',
      text: 'Only an import of code host A that is under way can be cancelled.',
      submit: 'Cancel the import',
    },
  } satisfies Record<ImportEntry['op'], { title: string; text: string; submit: string }>,
  consequence: (n: number) =>
    n === 1
      ? 'The instance fetches it in the background. This API cannot delete the project again; an import of code host A can be cancelled while it runs.'
      : 'The instance fetches them in the background. This API cannot delete the projects again; imports of code host A can be cancelled while they run.',
  gistsConsequence: 'Only one import of gists runs at a time. What was imported stays.',
  cancelConsequence: 'What was imported up to then stays in the project. The import does not go on.',
  plan: (n: number) => `Import ${repositories(n)}`,
  gistsPlan: () => 'Import gists',
  cancelPlan: () => 'Cancel an import',
  done: (label: string) => `The import of ${label} has begun`,
  gistsDone: () => 'The import of gists has begun',
  cancelDone: (label: string) => `The import of ${label} is being cancelled`,

  queue: {
    title: 'Import many repositories from a CSV',
    text: 'One line a repository; the first line names the columns. They are sent one after the other.',
    op: 'From',
    ops: {
      'imports.fromCodehostA': 'Code host A',
      'imports.fromCodehostBServer': 'Code host B server',
      'imports.fromCodehostB': 'Code host B',
    } satisfies Record<ImportOp, string>,
    csv: 'CSV',
    csvHelp: 'Tokens have no place in it: the one below is used for every line.',
    file: 'Or take it from a file',
    unreadable: 'This file could not be read.',
    defaults: 'Where a cell is empty',
    sample: 'A sample with all columns',
    sampleCopy: 'sample',
    submit: 'Look at the plan',
    found: (n: number, bad: number) => {
      if (n === 0) return 'No line below the first one';
      return bad === 0
        ? `${lines(n)}, nothing speaks against ${n === 1 ? 'it' : 'them'}`
        : `${lines(n)}: ${count(n - bad)} ready, ${count(bad)} with problems`;
    },
    preview: 'Lines of the CSV',
    onlyBad: 'Only lines with problems',
    columns: { line: 'Line', what: 'Repository', target: 'Becomes', problems: 'What speaks against it' },
    ready: 'Ready',
    more: (n: number) => `Show ${count(n)} more`,
    left: (n: number) =>
      n === 1
        ? 'Besides, 1 line with problems is not sent: it stays in the form.'
        : `Besides, ${count(n)} lines with problems are not sent: they stay in the form.`,
    kept: (n: number) => `${lines(n)} with problems kept`,
    keptWhy: 'Open the CSV again to put them right.',
    nothing: 'There is no line that can be sent.',
    someBad: (bad: number, n: number) =>
      `${count(bad)} of ${lines(n)} cannot be used. Correct the CSV, or continue without ${bad === 1 ? 'this line' : 'these lines'}.`,
    correct: 'Correct the CSV',
    others: (n: number) => `Continue with the other ${n === 1 ? 'line' : lines(n)}`,
    allBad: 'All lines have problems.',
    tooMany: (most: number) => `At most ${count(most)} lines fit into a plan. Divide the CSV.`,
    failed: 'The CSV could not be read.',
  },
  problem: ({ field, kind, detail }: ImportProblem): string => {
    switch (kind) {
      case 'unknown-column':
        return `Nothing is called “${field}”; the column is left out.`;
      case 'secret-column':
        return `“${field}” is a secret and was not read. Delete the column from the file.`;
      case 'missing':
        return `${field} is missing.`;
      case 'invalid':
        return `${field} does not fit: ${expectation(detail)}.`;
      case 'blank-namespace':
        return 'The target namespace is blank.';
      case 'collision':
        return `The same project as line ${detail}. Give one of them a new name.`;
      case 'cells':
        return 'More cells than columns.';
      case 'unreadable':
        return 'This is no CSV: a quote is open or stands in a wrong place.';
      case 'exists':
        return `${detail} is in the catalogue already. Choose another name; if that project is gone, verify it in the catalogue.`;
      case 'imported':
        return `${detail} was imported before, as the journal tells. Choose another name.`;
      case 'namespace-missing':
        return `There is no group ${detail}, as the catalogue found. Create it on the instance, then verify it in the catalogue.`;
      case 'namespace-denied':
        return `This token may not see the group ${detail}, as the catalogue found. Be Maintainer or Owner of it.`;
      default:
        return kind satisfies never;
    }
  },

  history: {
    title: 'Imports of this profile',
    list: 'Imports, newest first',
    none: 'Nothing was imported yet.',
    noneWayOut: 'Start an import above. What became of it stands here and in the journal.',
    older: (n: number) => `${count(n)} older ${n === 1 ? 'one stands' : 'ones stand'} in the journal alone.`,
    ops: {
      'imports.fromCodehostA': 'Code host A',
      'imports.fromCodehostBServer': 'Code host B server',
      'imports.fromCodehostB': 'Code host B',
      'imports.gists': 'Gists',
      'imports.cancel': 'Cancellation',
    } satisfies Record<ImportEntry['op'], string>,
    states: {
      intended: 'On its way',
      applied: 'Accepted',
      refused: 'Refused',
      'not-applied': 'Not sent',
      unknown: 'Answer lost',
    } satisfies Record<ImportEntry['state'], string>,
    project: (id: number) => `Project ${id}`,
    told: 'Told',
    nothingTold: 'The answer told no status',
    status: (status: number) => `HTTP ${status}`,
    look: 'Look again',
    lookOf: (label: string) => `Look again at ${label}`,
    notOffered: 'This instance does not tell the status of an import: GET /projects/:id/import is in no document.',
    absent: 'This instance does not report the status of imports.',
    unwatched: 'Reeve no longer checks the status of this import by itself.',
    lookRefused: (status: number) => `The instance refused to tell the status (${status}).`,
    lookFailed: 'The status could not be read',
    nothingNew: (label: string, status: string) => `${label}: ${status}`,
    cancel: 'Cancel…',
    cancelOf: (label: string) => `Cancel the import of ${label}`,
    cannotCancel: 'Only an import of code host A that is under way can be cancelled.',
    journal: 'Journal',
    journalOf: (label: string) => `Journal entry of ${label}`,
    lost: 'The imports could not be read.',
  },
};
