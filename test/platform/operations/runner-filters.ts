import type { Params } from '../http/params.ts';
import { isGitlab } from '../gitlab/dialect.ts';
import { reader } from '../http/reader.ts';
import { badParameter } from '../http/refusal.ts';
import { RUNNER_STATUSES, RUNNER_TYPES } from '../world/runners.ts';
import type { Runner } from '../world/runners.ts';
import type { World } from '../world/world.ts';

const SCOPES = ['active', 'paused', 'online', 'offline', 'stale', 'never_contacted'] as const;
const ALL_SCOPES = [...SCOPES, 'specific', 'shared'] as const;
const STATUSES = [...RUNNER_STATUSES, 'active', 'paused'] as const;

/** Runners that match the filters of document 3:90, sorted by id. `withKinds`: also allow the scopes of line 91. */
export function filtered(world: World, query: Params, rows: readonly Runner[], withKinds = false): Runner[] {
  const read = reader(query);
  const tests: ((runner: Runner) => boolean)[] = [];
  const type = read.oneOf('type', RUNNER_TYPES);
  if (type !== undefined) tests.push((runner) => runner.runner_type === type);
  const paused = read.boolean('paused');
  if (paused !== undefined) tests.push((runner) => runner.paused === paused);
  const tags = read.list('tag_list') ?? [];
  if (tags.length > 0) tests.push((runner) => tags.every((tag) => runner.tag_list.includes(tag)));
  const prefix = read.text('version_prefix');
  if (isGitlab(world) && prefix && !/^[\d.+]/.test(prefix)) throw badParameter('version_prefix is invalid');
  if (prefix) tests.push((runner) => runner.version?.startsWith(prefix) ?? false);
  const status = read.oneOf('status', STATUSES);
  if (status !== undefined) tests.push((runner) => isIn(world, runner, status));
  const scope = read.oneOf('scope', withKinds ? ALL_SCOPES : SCOPES);
  if (scope !== undefined) tests.push((runner) => isIn(world, runner, scope));
  return rows.filter((runner) => tests.every((test) => test(runner))).toSorted((a, b) => a.id - b.id);
}

/** A stale runner counts as offline, too (document 1:101, readings 7). */
function isIn(world: World, runner: Runner, state: (typeof ALL_SCOPES)[number]): boolean {
  switch (state) {
    case 'active':
      return !runner.paused;
    case 'paused':
      return runner.paused;
    case 'specific':
      return runner.runner_type !== 'instance_type';
    case 'shared':
      return runner.runner_type === 'instance_type';
    case 'offline':
      return ['offline', 'stale'].includes(world.runners.status(runner));
    default:
      return world.runners.status(runner) === state;
  }
}
