import type { CollectionName } from '#shared/contract/collections.ts';
import type { OwnSource } from '../list-source.ts';
import { accessTokens } from './access-tokens.ts';
import { commits } from './commits.ts';
import { jobTokenScope } from './job-token-scope.ts';
import { groupReleases } from './group-releases.ts';
import { keys } from './keys.ts';
import { members } from './members.ts';
import { notes } from './notes.ts';
import { notificationSettings } from './notification-settings.ts';
import { pushRules } from './push-rules.ts';
import { remoteMirrors } from './remote-mirrors.ts';
import { runners } from './runners.ts';
import { webhooks } from './webhooks.ts';
import { wikis } from './wikis.ts';

/** The collections whose requests cannot be made from their declaration alone. */
export const own: { [C in CollectionName]?: OwnSource<C> } = {
  accessTokens,
  commits,
  jobTokenScope,
  groupReleases,
  keys,
  members,
  notes,
  notificationSettings,
  pushRules,
  remoteMirrors,
  runners,
  webhooks,
  wikis,
};
