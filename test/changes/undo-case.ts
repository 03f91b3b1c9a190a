import type { Write } from '#main/changes/operation-kit/write.ts';
import type { Send } from '#main/api/types.ts';
import type { Platform } from '../platform/platform.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../platform/seed/groups.ts';
import type { Group } from '../platform/world/groups.ts';
import type { Project } from '../platform/world/projects.ts';
import type { World } from '../platform/world/world.ts';

/** The platform of a case, to prepare the resources that it writes to. This preparation is not undone. */
export interface CaseContext {
  platform: Platform;
  world: World;
  send: Send;
  project: Project;
  top: Group;
  /** Full paths, as they go into a request. */
  at: { project: string; group: string; subgroup: string };
}

export function caseContext(platform: Platform, send: Send): CaseContext {
  const { world } = platform;
  const at = { project: PROJECT_PATHS.private, group: GROUP_PATHS.top, subgroup: GROUP_PATHS.sub };
  return {
    platform,
    world,
    send,
    at,
    project: must(world.projects.lookup(at.project)),
    top: must(world.groups.lookup(at.group)),
  };
}

/** Prepares the platform. Returns the write that is undone. */
export type Prepare = (bench: CaseContext) => Write | Promise<Write>;

/** Cases by operation; several if one write can't show everything that is said about its undo. */
export type Cases = Readonly<Record<string, Prepare | readonly Prepare[]>>;

/** `said`: what is said about the undo of a case, before and after the write. `result`: the message after the undo. */
export type Sentence = readonly [said: string, result?: string];
/** Sentences by operation and case. Placeholders replace values that differ in every run. */
export type Sentences = Readonly<Record<string, readonly Sentence[]>>;

export function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the simulator has no such value');
  return value;
}
