import type { Operations } from './operation.ts';
import { branches } from './operations/branches.ts';
import { commits } from './operations/commits.ts';
import { contextCommits } from './operations/context-commits.ts';
import { dependencyExports } from './operations/dependency-exports.ts';
import { files } from './operations/files.ts';
import { groupReleases } from './operations/group-releases.ts';
import { issues } from './operations/issues.ts';
import { mergeRequests } from './operations/merge-requests.ts';
import { notes } from './operations/notes.ts';
import { personalSnippets } from './operations/personal-snippets.ts';
import { projectSnippets } from './operations/project-snippets.ts';
import { protectedBranches } from './operations/protected-branches.ts';
import { submodules } from './operations/submodules.ts';
import { uploads } from './operations/uploads.ts';
import { users } from './operations/users.ts';
import { wikis } from './operations/wikis.ts';
import { enterpriseUsers } from './operations/enterprise-users.ts';
import { groupServiceAccounts } from './operations/group-service-accounts.ts';
import { imports } from './operations/imports.ts';
import { keys } from './operations/keys.ts';
import { members } from './operations/members.ts';
import { pushRules } from './operations/push-rules.ts';
import { runners } from './operations/runners.ts';
import { serviceAccounts } from './operations/service-accounts.ts';
import { sshCertificates } from './operations/ssh-certificates.ts';

/** Every table of operations, one for each stem. */
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
  imports,
  keys,
  members,
  pushRules,
  runners,
  serviceAccounts,
  sshCertificates,
];
