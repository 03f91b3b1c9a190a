import type { Subjects } from '../subject/subject.ts';
import { accessTokens } from './access-tokens.ts';
import { artifacts } from './artifacts.ts';
import { branches } from './branches.ts';
import { commits } from './commits.ts';
import { contextCommits } from './context-commits.ts';
import { dependencyExports } from './dependency-exports.ts';
import { deployments } from './deployments.ts';
import { enterpriseUsers } from './enterprise-users.ts';
import { files } from './files.ts';
import { imports } from './imports.ts';
import { jobTokenScope } from './job-token-scope.ts';
import { members } from './members.ts';
import { notes } from './notes.ts';
import { notificationSettings } from './notification-settings.ts';
import { protectedBranches } from './protected-branches.ts';
import { pushRules } from './push-rules.ts';
import { remoteMirrors } from './remote-mirrors.ts';
import { runners } from './runners.ts';
import { groupServiceAccounts, serviceAccounts } from './service-accounts.ts';
import { personalSnippets, projectSnippets } from './snippets.ts';
import { sshCertificates } from './ssh-certificates.ts';
import { submodules } from './submodules.ts';
import { uploads } from './uploads.ts';
import { webhooks } from './webhooks.ts';
import { wikis } from './wikis.ts';

/** What every write is about, by its op. */
export const subjects: Subjects = {
  ...accessTokens,
  ...artifacts,
  ...branches,
  ...commits,
  ...contextCommits,
  ...dependencyExports,
  ...deployments,
  ...enterpriseUsers,
  ...files,
  ...groupServiceAccounts,
  ...imports,
  ...jobTokenScope,
  ...members,
  ...notes,
  ...notificationSettings,
  ...personalSnippets,
  ...projectSnippets,
  ...protectedBranches,
  ...pushRules,
  ...remoteMirrors,
  ...runners,
  ...serviceAccounts,
  ...sshCertificates,
  ...submodules,
  ...uploads,
  ...webhooks,
  ...wikis,
};
