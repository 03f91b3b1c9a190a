import { isDeepStrictEqual } from 'node:util';
import type { Repository } from '../platform/world/git/repository.ts';
import type { CaseContext } from './undo-case.ts';

/** The rows of every table of the simulator, and its other state, by name. Values are copies. */
export type WorldState = ReadonlyMap<string, readonly object[]>;

/** One field of the simulator that differs, as `table.field`. A row that exists only before or after is `table`. */
export interface WorldDifference {
  field: string;
  before: unknown;
  after: unknown;
}

/** Not part of any undo: what every request changes, and what the simulator computes from other tables. */
const leftOut = new Set(['tokens', 'jobs', 'pipelines']);

/** `op`: the operation that changes the world. Repositories, which take a second to create, are read for some only. */
export async function worldState({ world, project, top }: CaseContext, op: string): Promise<WorldState> {
  const state = new Map<string, readonly object[]>([['users', world.users.ordered('id')]]);
  for (const [name, table] of Object.entries(world)) {
    if (typeof table === 'object' && 'all' in table && !leftOut.has(name)) state.set(name, table.all());
  }
  // No reply shows the key that the simulator has for a mirror with a password
  const mirrors = world.remoteMirrors.all();
  state.set(
    'remoteMirrors',
    mirrors.map((row) => (row.auth_method === 'password' ? { ...row, public_key: null } : row)),
  );
  if (/^(files|commits|branches)\./.test(op)) state.set('branches', await branchesOf(world.repositories.of(project)));
  const wiki = world.wikis.of(project);
  state.set('wikis', [{ id: 1, pages: [...wiki.pages().values()], commits: wiki.commits.map(({ sha }) => sha) }]);
  const { isInboundEnabled, projects, groups } = world.jobTokenScopes.of(project);
  state.set('jobTokenScopes', [
    { id: 1, isInboundEnabled, projects: [...projects].sort(), groups: [...groups].sort() },
  ]);
  const scopes = [{ kind: 'global' }, { kind: 'group', id: top.id }, { kind: 'project', id: project.id }] as const;
  const settings = scopes.map((scope) => {
    const { level, events } = world.notificationSettings.of(1, scope);
    return { id: scope.kind, level, ...Object.fromEntries(events) };
  });
  const email = world.notificationSettings.emailOf(1) ?? world.users.get(1)?.email;
  state.set('notificationSettings', [...settings, { id: 'email', email }]);
  return structuredClone(state);
}

async function branchesOf(repository: Repository): Promise<object[]> {
  const branches = (await repository.branches()).map(async ({ name, commit }) => {
    const files = [...(await repository.files(commit))].map(([path, { mode, id }]) => `${path} ${mode} ${id}`);
    return { id: name, head: commit, files: files.sort() };
  });
  return Promise.all(branches);
}

/**
 * What differs between two states. A row with another ID is compared with the row that was removed from the same table.
 */
export function worldDifferences(before: WorldState, after: WorldState): WorldDifference[] {
  return [...before].flatMap(([table, rows]) => {
    const others = after.get(table) ?? [];
    const removed = rows.filter((row) => !others.some((other) => idOf(other) === idOf(row)));
    const added = others.filter((row) => !rows.some((other) => idOf(other) === idOf(row)));
    const kept = rows.flatMap((row) => {
      const same = others.find((other) => idOf(other) === idOf(row));
      return same === undefined ? [] : [[row, same] as const];
    });
    const pairs = [...kept, ...removed.map((row, at) => [row, added[at]] as const)];
    const more = added.slice(removed.length).map((row) => [undefined, row] as const);
    return [...pairs, ...more].flatMap(([was, is]) => fieldsThatDiffer(table, was, is));
  });
}

function fieldsThatDiffer(table: string, was: object | undefined, is: object | undefined): WorldDifference[] {
  if (was === undefined || is === undefined) return [{ field: table, before: was, after: is }];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].flatMap((name) => {
    const [before, after] = [was, is].map((row) => (row as Record<string, unknown>)[name]);
    return isDeepStrictEqual(before, after) ? [] : [{ field: `${table}.${name}`, before, after }];
  });
}

const idOf = (row: object): unknown => (row as { id: unknown }).id;
