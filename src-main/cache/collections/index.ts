import { branches } from './branches.ts';
import { commits } from './commits.ts';
import type { Definition } from '../derive.ts';
import { enterpriseUsers } from './enterprise-users.ts';
import { keys } from './keys.ts';
import { members } from './members.ts';
import { accessTokens } from './access-tokens.ts';
import { pushRules } from './push-rules.ts';
import { runners } from './runners.ts';
import { serviceAccounts } from './service-accounts.ts';
import { sshCertificates } from './ssh-certificates.ts';
import { users } from './users.ts';

/** Everything that the cache knows how to derive; both threads read it. */
export const definitions: readonly Definition[] = [
  users,
  runners,
  serviceAccounts,
  accessTokens,
  enterpriseUsers,
  sshCertificates,
  keys,
  pushRules,
  members,
  commits,
  branches,
];
