import { branches } from './branches.ts';
import { catalogue } from './catalogue.ts';
import { changes } from './changes.ts';
import { commits } from './commits.ts';
import { enterpriseUsers } from './enterprise-users.ts';
import { explorer } from './explorer.ts';
import { host } from './host.ts';
import { imports } from './imports.ts';
import { jobs } from './jobs.ts';
import { keys } from './keys.ts';
import { journal } from './journal.ts';
import { members } from './members.ts';
import { overview } from './overview.ts';
import { accessTokens } from './access-tokens.ts';
import { profiles } from './profiles.ts';
import { pushRuleReplay } from './push-rule-replay.ts';
import { pushRules } from './push-rules.ts';
import { runners } from './runners.ts';
import { search } from './search.ts';
import { secrets } from './secrets.ts';
import { serviceAccounts } from './service-accounts.ts';
import { sshCertificates } from './ssh-certificates.ts';
import { users } from './users.ts';

/** Everything that a window can ask of the core, and everything that the core tells a window by itself. */
export const contract = {
  accessTokens,
  branches,
  catalogue,
  changes,
  commits,
  enterpriseUsers,
  explorer,
  host,
  imports,
  jobs,
  journal,
  keys,
  members,
  overview,
  profiles,
  pushRuleReplay,
  pushRules,
  runners,
  search,
  secrets,
  serviceAccounts,
  sshCertificates,
  users,
};
export type ReeveContract = typeof contract;
