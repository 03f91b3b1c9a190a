import { artifacts } from './artifacts.ts';
import { branches } from './branches.ts';
import { commits } from './commits.ts';
import { deployments } from './deployments.ts';
import { files } from './files.ts';
import { jobTokenScope } from './job-token-scope.ts';
import { notificationSettings } from './notification-settings.ts';
import { protectedBranches } from './protected-branches.ts';
import { remoteMirrors } from './remote-mirrors.ts';
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
];

/** Every endpoint that Reeve speaks, by its name `stem.verb`. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  tables.flatMap((table) => Object.values(table)).map((endpoint) => [endpoint.name, endpoint]),
);
