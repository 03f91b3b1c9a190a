import type { Operations } from './operation.ts';
import { accessTokens } from './operations/access-tokens.ts';
import { artifacts } from './operations/artifacts.ts';
import { branches } from './operations/branches.ts';
import { commits } from './operations/commits.ts';
import { contextCommits } from './operations/context-commits.ts';
import { dependencyExports } from './operations/dependency-exports.ts';
import { deployments } from './operations/deployments.ts';
import { enterpriseUsers } from './operations/enterprise-users.ts';
import { files } from './operations/files.ts';
import { groupReleases } from './operations/group-releases.ts';
import { groupServiceAccounts } from './operations/service-accounts-in-groups.ts';
import { imports } from './operations/imports.ts';
import { issues } from './operations/issues.ts';
import { jobTokenScope } from './operations/job-token-scope.ts';
import { keys } from './operations/keys.ts';
import { members } from './operations/members.ts';
import { mergeRequests } from './operations/merge-requests.ts';
import { notes } from './operations/notes.ts';
import { notificationSettings } from './operations/notification-settings.ts';
import { personalSnippets } from './operations/snippets-of-people.ts';
import { projectSnippets } from './operations/snippets-in-projects.ts';
import { protectedBranches } from './operations/protected-branches.ts';
import { pushRules } from './operations/push-rules.ts';
import { remoteMirrors } from './operations/remote-mirrors.ts';
import { runners } from './operations/runners.ts';
import { serviceAccounts } from './operations/service-accounts.ts';
import { sshCertificates } from './operations/ssh-certificates.ts';
import { submodules } from './operations/submodules.ts';
import { uploads } from './operations/uploads.ts';
import { users } from './operations/users.ts';
import { webhooks } from './operations/webhooks.ts';
import { wikis } from './operations/wikis.ts';

/** All tables of operations, one per resource. */
export const operations: readonly Operations[] = [
  users,
  files,
  commits,
  branches,
  protectedBranches,
  submodules,
  issues,
  mergeRequests,
  contextCommits,
  notes,
  personalSnippets,
  projectSnippets,
  wikis,
  uploads,
  groupReleases,
  dependencyExports,
  enterpriseUsers,
  groupServiceAccounts,
  accessTokens,
  imports,
  keys,
  members,
  pushRules,
  runners,
  serviceAccounts,
  sshCertificates,
  jobTokenScope,
  deployments,
  artifacts,
  webhooks,
  remoteMirrors,
  notificationSettings,
];
