import type { Write } from '#main/changes/operation-kit/write.ts';
import type { Send } from '#main/api/types.ts';
import type { Platform } from '../platform/platform.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../platform/seed/groups.ts';
import type { Group } from '../platform/world/groups.ts';
import type { Project } from '../platform/world/projects.ts';
import type { World } from '../platform/world/world.ts';

/** Where a case prepares what it writes to. `send` and the world are the platform's own; neither is undone. */
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

type ReadState = () => unknown;

/** One write, and how the simulator's world shows what it did. */
export interface UndoCase {
  write: Write;
  /** Every field that the write may set and that undo must bring back. Absent only where nothing is ever undone. */
  restored?: ReadState;
  /** By the endpoint's own words: what it says undo loses, and here does lose. */
  lost?: Readonly<Record<string, ReadState>>;
  /** By the endpoint's own words: what it says undo loses, and why that shows nowhere here. */
  invisibleLosses?: Readonly<Record<string, string>>;
  /** This very write cannot be undone, although its op can. */
  isIrreversible?: boolean;
  /** The platform refuses a part of the undo, as the endpoint says. */
  isRefusedInPart?: boolean;
}

export type Prepare = (bench: CaseContext) => UndoCase | Promise<UndoCase>;

/** By op; several where one write cannot show everything that the endpoint says. */
export type Cases = Readonly<Record<string, Prepare | readonly Prepare[]>>;

export function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the simulator has no such thing');
  return value;
}
