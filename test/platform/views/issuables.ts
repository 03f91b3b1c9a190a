import type { Caller } from '../caller.ts';
import { iso, isoDate } from '../clock.ts';
import type { Group } from '../world/groups.ts';
import type { Issuable, IssuableType } from '../world/issuables.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import { inlineHtml } from './markdown.ts';

/** The options of a list, and its caller. */
export interface ListView {
  as: Caller;
  /** The requested group; undefined: the whole platform. */
  group?: Group | undefined;
  withLabelsDetails: boolean;
  withHtml: boolean;
}

/** The names of the labels in alphabetical order, or all their details. */
export function labelsView(world: World, { label_ids }: Issuable, withDetails: boolean) {
  const labels = label_ids
    .map((id) => world.labels.get(id))
    .filter((label) => label !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (!withDetails) return labels.map(({ name }) => name);
  return labels.map(({ name, color, description, text_color }) => ({
    name,
    color,
    description,
    description_html: description === null ? '' : inlineHtml(description),
    text_color,
  }));
}

export function milestoneView(world: World, id: number | null) {
  const milestone = id === null ? undefined : world.milestones.get(id);
  if (milestone === undefined) return null;
  const { iid, source, title, description, state, due_date, created_at, updated_at } = milestone;
  return {
    id: milestone.id,
    iid,
    project_id: source.kind === 'project' ? source.id : null,
    title,
    description,
    state,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    due_date: isoDate(due_date),
  };
}

/** The reference `#7`: short, relative to the requested group, and full. */
export function referencesOf(world: World, project: Project, mark: '#' | '!', iid: number, group?: Group) {
  const short = `${mark}${iid}`;
  const path = world.projects.fullPath(project);
  const prefix = group === undefined ? '' : `${world.groups.fullPath(group)}/`;
  return { short, relative: `${path.slice(prefix.length)}${short}`, full: `${path}${short}` };
}

export function timeStats({ time_estimate_s, time_spent_s }: Issuable) {
  return {
    time_estimate: time_estimate_s,
    total_time_spent: time_spent_s,
    human_time_estimate: humanTime(time_estimate_s),
    human_total_time_spent: humanTime(time_spent_s),
  };
}

const UNITS: readonly [string, seconds: number][] = [
  ['mo', 4 * 5 * 8 * 3600],
  ['w', 5 * 8 * 3600],
  ['d', 8 * 3600],
  ['h', 3600],
  ['m', 60],
  ['s', 1],
];

/** In working days of 8 hours and weeks of 5 days: `1w 2d`. */
function humanTime(seconds: number) {
  if (seconds === 0) return null;
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join(' ');
}

/** The task list of a description. */
export function tasksOf({ description }: Issuable) {
  const boxes = [...(description ?? '').matchAll(/^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s/gm)].map(([, box]) => box);
  return { count: boxes.length, completed_count: boxes.filter((box) => box !== ' ').length };
}

export function votesOf(world: World, type: IssuableType, id: number) {
  const awards = world.awards.on(type, id);
  const count = (name: string) => awards.filter((award) => award.name === name).length;
  return { upvotes: count('thumbsup'), downvotes: count('thumbsdown') };
}

export const commentCount = (world: World, type: IssuableType, id: number) =>
  world.notes.on(type, id).filter((note) => !note.system).length;
