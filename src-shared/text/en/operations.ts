import { count } from './moments.ts';

/** The name of an operation in parts: its verb, and its object in singular and plural. */
interface Operation {
  verb: string;
  one: string;
  several: string;
}

const of = (verb: string, one: string, several = `${one}s`): Operation => ({ verb, one, several });

/** The display names of all operations that write, by operation. */
const operations: Readonly<Record<string, Operation>> = {
  'artifacts.keep': of('Keep artifacts of', 'job'),
  'artifacts.remove': of('Delete artifacts of', 'job'),
  'artifacts.removeAll': of('Delete all artifacts of', 'project'),
  'branches.create': of('Create', 'branch', 'branches'),
  'branches.remove': of('Delete', 'branch', 'branches'),
  'branches.removeMerged': of('Delete merged branches of', 'project'),
  'commits.create': of('Create', 'commit'),
  'context-commits.add': of('Add context commits to', 'merge request'),
  'context-commits.remove': of('Remove context commits from', 'merge request'),
  'dependency-exports.createForGroup': of('Export dependencies of', 'group'),
  'dependency-exports.createForPipeline': of('Export dependencies of', 'pipeline'),
  'dependency-exports.createForProject': of('Export dependencies of', 'project'),
  'deployments.create': of('Create', 'deployment'),
  'deployments.edit': of('Edit', 'deployment'),
  'deployments.remove': of('Delete', 'deployment'),
  'enterprise-users.disableTwoFactor': of('Disable two-factor of', 'user'),
  'enterprise-users.edit': of('Edit', 'enterprise user'),
  'enterprise-users.remove': of('Delete', 'enterprise user'),
  'files.create': of('Create', 'file'),
  'files.edit': of('Edit', 'file'),
  'files.remove': of('Delete', 'file'),
  'group-service-accounts.create': of('Create', 'group service account'),
  'group-service-accounts.createToken': of('Create', 'token'),
  'group-service-accounts.edit': of('Edit', 'group service account'),
  'group-service-accounts.remove': of('Delete', 'group service account'),
  'imports.cancel': of('Cancel', 'import'),
  'imports.fromCodehostA': of('Import', 'repository from code host A', 'repositories from code host A'),
  'imports.fromCodehostB': of('Import', 'repository from code host B', 'repositories from code host B'),
  'imports.fromCodehostBServer': of(
    'Import',
    'repository from a code host B server',
    'repositories from code host B servers',
  ),
  'imports.gists': of('Import gists of', 'account'),
  'job-token-scope.addGroup': of('Allow job tokens of', 'group'),
  'job-token-scope.addProject': of('Allow job tokens of', 'project'),
  'job-token-scope.edit': of('Edit job token access of', 'project'),
  'job-token-scope.removeGroup': of('Stop allowing job tokens of', 'group'),
  'job-token-scope.removeProject': of('Stop allowing job tokens of', 'project'),
  'members.create': of('Add', 'member'),
  'notes.createOnIssue': of('Add', 'issue comment'),
  'notes.createOnMergeRequest': of('Add', 'merge request comment'),
  'notes.createOnSnippet': of('Add', 'snippet comment'),
  'notes.editOfIssue': of('Edit', 'issue comment'),
  'notes.editOfSnippet': of('Edit', 'snippet comment'),
  'notes.removeOfIssue': of('Delete', 'issue comment'),
  'notes.removeOfSnippet': of('Delete', 'snippet comment'),
  'notification-settings.edit': of('Edit your notification settings', ''),
  'notification-settings.editOfGroup': of('Edit notification settings of', 'group'),
  'notification-settings.editOfProject': of('Edit notification settings of', 'project'),
  'personal-snippets.create': of('Create', 'personal snippet'),
  'personal-snippets.edit': of('Edit', 'personal snippet'),
  'personal-snippets.remove': of('Delete', 'personal snippet'),
  'project-snippets.create': of('Create', 'project snippet'),
  'project-snippets.edit': of('Edit', 'project snippet'),
  'project-snippets.remove': of('Delete', 'project snippet'),
  'protected-branches.protect': of('Protect', 'branch', 'branches'),
  'protected-branches.unprotect': of('Unprotect', 'branch', 'branches'),
  'push-rules.create': of('Create', 'push rule'),
  'push-rules.edit': of('Edit', 'push rule'),
  'push-rules.remove': of('Delete', 'push rule'),
  'remote-mirrors.create': of('Create', 'mirror'),
  'remote-mirrors.edit': of('Edit', 'mirror'),
  'remote-mirrors.remove': of('Delete', 'mirror'),
  'remote-mirrors.sync': of('Update', 'mirror'),
  'runners.create': of('Create', 'runner'),
  'runners.edit': of('Edit', 'runner'),
  'service-accounts.create': of('Create', 'service account'),
  'service-accounts.edit': of('Edit', 'service account'),
  'ssh-certificates.create': of('Add', 'SSH certificate'),
  'ssh-certificates.remove': of('Delete', 'SSH certificate'),
  'submodules.edit': of('Update', 'submodule'),
  'uploads.create': of('Upload', 'file'),
  'uploads.remove': of('Delete', 'upload'),
  'uploads.removeBySecret': of('Delete', 'upload by its address', 'uploads by their addresses'),
  'webhooks.create': of('Create', 'webhook'),
  'webhooks.resend': of('Resend', 'webhook delivery', 'webhook deliveries'),
  'wikis.attach': of('Attach', 'file to a wiki', 'files to wikis'),
  'wikis.create': of('Create', 'wiki page'),
  'wikis.edit': of('Edit', 'wiki page'),
  'wikis.remove': of('Delete', 'wiki page'),
};

/** All operations that have a display name; a test compares them with the endpoints. */
export const namedOperations = Object.keys(operations);

/** "Edit runner"; "Change" for an operation that this version does not know. */
export function operationName(op: string): string {
  const words = operations[op];
  if (words === undefined) return 'Change';
  return `${words.verb} ${words.one}`.trim();
}

/** "Edit 14 runners", "Edit 1 runner". */
export function operationTitle(op: string, n: number): string {
  const words = operations[op];
  if (words === undefined) return `Apply ${count(n)} ${n === 1 ? 'change' : 'changes'}`;
  if (words.one === '') return words.verb;
  return `${words.verb} ${count(n)} ${n === 1 ? words.one : words.several}`;
}
