import type { CollectionName } from '#shared/contract/collections.ts';
import type { Fields, Statement } from '../derive.ts';
import type { Reference } from '../cache-types.ts';
import type { Joined } from '../read/joined-list.ts';
import { commits } from './commits.ts';
import { deployments } from './deployments.ts';
import { enterpriseUsers } from './enterprise-users.ts';
import { issues } from './issues.ts';
import { jobTokenScope } from './job-token-scope.ts';
import { keys } from './keys.ts';
import { members } from './members.ts';
import { mergeRequests } from './merge-requests.ts';
import { accessTokens } from './access-tokens.ts';
import { notificationSettings } from './notification-settings.ts';
import { pushRules } from './push-rules.ts';
import { runners } from './runners.ts';
import { users } from './users.ts';
import { webhookEvents } from './webhook-events.ts';
import { webhooks } from './webhooks.ts';

/** Rules of a collection that its declaration cannot express as data. */
export interface OwnRules {
  /** The key of every row, if the platform gives none. */
  id?: number;
  /** Conditions of the filters that are not a comparison with one column. */
  conditions?: (filter: Fields) => Statement[];
  /** The other collections whose tables these conditions read. */
  reads?: readonly CollectionName[];
  /** The groups and projects that a record refers to, besides the project of its `web_url`. */
  names?: (record: Fields, scope: string) => Omit<Reference, 'collection'>[];
  joined?: Joined;
}

export const own: Partial<Record<CollectionName, OwnRules>> = {
  accessTokens,
  commits,
  deployments,
  enterpriseUsers,
  issues,
  jobTokenScope,
  keys,
  members,
  mergeRequests,
  notificationSettings,
  pushRules,
  runners,
  users,
  webhookEvents,
  webhooks,
};
