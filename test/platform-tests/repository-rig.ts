import { expect } from 'vitest';
import type { Platform } from '../platform/platform.ts';
import { PROJECT_PATHS } from '../platform/seed/groups.ts';
import { ask } from './rig.ts';
import type { Answer } from './rig.ts';
import type { Project } from '../platform/world/projects.ts';

type Row = Record<string, unknown>;
type ProjectName = keyof typeof PROJECT_PATHS;

/** `/projects/:id/repository` of a seeded project, by its path. */
export const repositoryPath = (name: ProjectName = 'private') =>
  `/projects/${encodeURIComponent(PROJECT_PATHS[name])}/repository`;

export const filePath = (path: string, name: ProjectName = 'private') =>
  `${repositoryPath(name)}/files/${encodeURIComponent(path)}`;

export const projectOf = (platform: Platform, name: ProjectName = 'private') =>
  platform.world.projects.lookup(PROJECT_PATHS[name]) as Project;

export const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

export const form = (method: string, pairs: readonly (readonly [string, string])[]): RequestInit => ({
  method,
  body: new URLSearchParams(pairs.map(([name, value]) => [name, value])),
});

/** The body as one object. */
export const row = (answer: Answer) => answer.json as Row;

export const messageOf = (answer: Answer) => {
  const { message, error } = row(answer);
  return JSON.stringify(message ?? error);
};

export const fieldsOf = (value: unknown) => Object.keys(value as Row).sort();

/** Commit to a branch of the private project as its maintainer. Returns the commit. */
export async function commit(platform: Platform, branch: string, actions: unknown[], more: Row = {}): Promise<Row> {
  const body = { branch, commit_message: 'A change', actions, ...more };
  const answer = await ask(platform, 'maintainer', `${repositoryPath()}/commits`, json('POST', body));
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
}

export async function headOf(platform: Platform, branch: string, name: ProjectName = 'private'): Promise<string> {
  const answer = await ask(platform, 'admin', `${repositoryPath(name)}/branches/${encodeURIComponent(branch)}`);
  return (row(answer).commit as Row).id as string;
}

/** The text of a file on a branch of the private project; null: the file does not exist. */
export async function textOf(platform: Platform, path: string, ref: string): Promise<string | null> {
  const answer = await ask(platform, 'maintainer', `${filePath(path)}/raw?ref=${encodeURIComponent(ref)}`);
  return answer.status === 404 ? null : answer.text;
}
