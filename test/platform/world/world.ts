import type { Clock } from '../clock.ts';
import type { Limits } from '../limits.ts';
import type { Random } from '../random.ts';
import type { Settings } from '../settings.ts';
import { createGroups } from './groups.ts';
import { createMembers } from './members.ts';
import { createProjects } from './projects.ts';
import { createProtectedBranches } from './protected-branches.ts';
import { createRepositories } from './repositories.ts';
import { createTable } from './table.ts';
import { createTokens } from './tokens.ts';
import type { JobToken } from './tokens.ts';
import { createUsers } from './users.ts';

interface Surroundings {
  settings: Settings;
  clock: Clock;
  limits: Limits;
  /** A stream of its own for each name. */
  random: (name: string) => Random;
}

/** Everything the platform knows. A new collection is one line in the object returned. */
export function createWorld({ settings, clock, limits, random }: Surroundings) {
  const users = createUsers(clock);
  const groups = createGroups();
  const projects = createProjects(groups, users);
  return {
    settings,
    clock,
    limits,
    random,
    /** The platform's own address, for `web_url` and the like; known once it listens. */
    url: '',
    users,
    groups,
    projects,
    members: createMembers({ users, groups, projects, clock }),
    tokens: createTokens(users, clock),
    jobTokens: createTable<JobToken>(),
    protectedBranches: createProtectedBranches(projects),
    repositories: createRepositories(projects, clock),
  };
}

export type World = ReturnType<typeof createWorld>;
