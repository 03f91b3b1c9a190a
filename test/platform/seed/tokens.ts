import { runnerScope } from '../gitlab/dialect.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { CAST } from './cast.ts';
import { PROJECT_PATHS } from './groups.ts';

export type TokenName = keyof Cast | 'read_api' | 'manage_runners';

/** The tokens of a seeded platform. */
export interface Seeded {
  tokens: Record<TokenName, string>;
  /** Of a running job in the private project of the top-level group. */
  jobToken: string;
}

const NAMES: Partial<Record<TokenName, string>> = {
  admin: 'Reeve',
  auditor: 'Quarterly audit',
  developer: 'Editor',
  read_api: 'Dashboards',
  manage_runners: 'Build machines',
};

/** One token with scope `api` for each user with a fixed role, and two tokens of the maintainer with smaller scopes. */
export function seedTokens(world: World, cast: Cast): Seeded {
  const random = world.random('tokens');
  const { hostile } = world.settings;
  const add = (name: TokenName, userId: number, scope: string) => {
    const value = `pat-${name}-${random.hex(20)}`;
    world.tokens.add({
      value,
      user_id: userId,
      name: hostile ? name : (NAMES[name] ?? 'Command line'),
      description: hostile ? `Token "${name}" of the simulator` : '',
      scopes: [scope],
      created_at: world.seeded.fromMs,
      expires_at: null,
      last_used_at: hostile ? null : world.seeded.untilMs - random.integer(1, 3000) * 60_000,
      revoked: false,
    });
    return [name, value] as const;
  };
  const entries = [
    ...CAST.map((name) => add(name, cast[name].id, 'api')),
    add('read_api', cast.maintainer.id, 'read_api'),
    add('manage_runners', cast.maintainer.id, runnerScope(world)),
  ];
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const { token } = world.jobTokens.add({
    token: `job-${random.hex(20)}`,
    user_id: cast.developer.id,
    project_id: project?.id ?? 0,
  });
  return { tokens: Object.fromEntries(entries) as Seeded['tokens'], jobToken: token };
}
