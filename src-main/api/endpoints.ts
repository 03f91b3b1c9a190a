import { artifacts } from './artifacts.ts';
import { branches } from './branches.ts';
import { commits } from './commits.ts';
import { deployments } from './deployments.ts';
import { enterpriseUsers } from './enterprise-users.ts';
import { files } from './files.ts';
import { groupServiceAccounts } from './group-service-accounts.ts';
import { imports } from './imports.ts';
import { jobTokenScope } from './job-token-scope.ts';
import { keys } from './keys.ts';
import { members } from './members.ts';
import { notificationSettings } from './notification-settings.ts';
import { protectedBranches } from './protected-branches.ts';
import { pushRules } from './push-rules.ts';
import { remoteMirrors } from './remote-mirrors.ts';
import { runners } from './runners.ts';
import { serviceAccounts } from './service-accounts.ts';
import { sshCertificates } from './ssh-certificates.ts';
import { submodules } from './submodules.ts';
import type { Endpoint } from './types.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

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
  serviceAccounts,
  groupServiceAccounts,
  enterpriseUsers,
  keys,
  sshCertificates,
  pushRules,
  members,
  runners,
  imports,
];

/** Every endpoint that Reeve speaks, by its name `stem.verb`. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  tables.flatMap((table) => Object.values(table)).map((endpoint) => [endpoint.name, endpoint]),
);
