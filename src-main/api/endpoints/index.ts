import { accessTokens } from './access-tokens.ts';
import { artifacts } from './artifacts.ts';
import { branches } from './branches.ts';
import { commits } from './commits.ts';
import { contextCommits } from './context-commits.ts';
import { dependencyExports } from './dependency-exports.ts';
import { deployments } from './deployments.ts';
import { enterpriseUsers } from './enterprise-users.ts';
import { files } from './files.ts';
import { groupReleases } from './group-releases.ts';
import { imports } from './imports.ts';
import { issues } from './issues.ts';
import { jobTokenScope } from './job-token-scope.ts';
import { keys } from './keys.ts';
import { members } from './members.ts';
import { mergeRequests } from './merge-requests.ts';
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
import type { Endpoint } from '../types.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';
import { wikis } from './wikis.ts';

const tables: readonly Record<string, Endpoint>[] = [
  users,
  jobTokenScope,
  deployments,
  files,
  commits,
  branches,
  protectedBranches,
  submodules,
  artifacts,
  webhooks,
  remoteMirrors,
  notificationSettings,
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
  serviceAccounts,
  groupServiceAccounts,
  accessTokens,
  enterpriseUsers,
  keys,
  sshCertificates,
  pushRules,
  members,
  runners,
  imports,
];

/** Every endpoint that Reeve speaks, by its name `stem.verb`, in the order of the documents. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  tables
    .flatMap((table) => Object.values(table))
    .toSorted((a, b) => position(a.doc) - position(b.doc))
    .map((endpoint) => [endpoint.name, endpoint]),
);

/** `'3:91'` as a number that sorts by document, then line. */
function position(doc: string): number {
  const [document = 0, line = 0] = doc.split(':').map(Number);
  return document * 10_000 + line;
}
