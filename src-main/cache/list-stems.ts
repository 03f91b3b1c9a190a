import type { Branch } from '#shared/contract/branches.ts';
import type { Commit } from '#shared/contract/commits.ts';
import type { EnterpriseUser } from '#shared/contract/enterprise-users.ts';
import type { KeyRow } from '#shared/contract/keys.ts';
import type { ProjectMember } from '#shared/contract/members.ts';
import type { AccessToken } from '#shared/contract/access-tokens.ts';
import type { PushRule } from '#shared/contract/push-rules.ts';
import type { RunnerDetail } from '#shared/contract/runners.ts';
import type { ServiceAccount } from '#shared/contract/service-accounts.ts';
import type { SshCertificate } from '#shared/contract/ssh-certificates.ts';

/** What is known of a group's push rule; without one of its own (`is_configured` false) its fields are absent. */
export type GroupPushRule = Partial<PushRule> & { is_configured: boolean };

/** The lists that the cache keeps by scope, and what a row of each is. */
export interface ListRows {
  runners: RunnerDetail;
  serviceAccounts: ServiceAccount;
  accessTokens: AccessToken;
  enterpriseUsers: EnterpriseUser;
  sshCertificates: SshCertificate;
  keys: KeyRow;
  pushRules: GroupPushRule;
  members: ProjectMember;
  commits: Commit;
  branches: Branch;
}
export type ListStem = keyof ListRows;
export type RowOf<S extends ListStem> = ListRows[S];
