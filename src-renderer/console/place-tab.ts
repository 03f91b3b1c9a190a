import type { Component } from 'svelte';
import type { ListFilter, ListRow } from '../stores/lists/collection-client.ts';
import { placePath, segmentOf, segmentsOf } from '../stores/window/address.ts';
import type { Route } from '../stores/window/route.svelte.ts';
import { variantOf, type ListSpec } from './list-spec.ts';

/** What the page of a tab gets. While it is shown, its project or group is the chosen scope. */
export interface PlaceTabProps {
  /** The path of the tab, for example `/p/7/issues`. */
  base: string;
}

/** A part of a tab, such as the branches in the tab for code. */
export interface TabPart {
  /** The segment of its path after the tab. */
  segment: string;
  title: string;
  load: () => Promise<{ default: Component<PlaceTabProps> }>;
}

/** The decoded segments of the address after the path of a tab; empty if another page is shown. */
export function restOf({ segments }: Pick<Route, 'segments'>, base: string): readonly string[] {
  return isBelow(segments, base) ? segments.slice(segmentsOf(base).length) : [];
}

/** Whether an address is this path or a path below it. */
export function isBelow(segments: readonly string[], path: string): boolean {
  return segmentsOf(path).every((segment, at) => segments[at] === segment);
}

/** The tab of a project or group that shows the same as a page for all of them, by the segment of that page. */
export const sameAs: Record<'group' | 'project', Readonly<Record<string, string>>> = {
  project: {
    wikis: 'wiki',
    commits: 'code/commits',
    branches: 'code/branches',
    webhooks: 'integrations/webhooks',
    'remote-mirrors': 'integrations/mirrors',
    uploads: 'integrations/uploads',
    'dependency-exports': 'integrations/exports',
    members: 'access/members',
    'job-tokens': 'access/job-token',
    runners: 'access/runners',
    'notification-settings': 'access/notifications',
  },
  group: { 'push-rules': 'push-rule', 'group-releases': 'releases', 'notification-settings': 'notifications' },
};

/** The path of a list after that of its project or group. */
export function tabPathOf(kind: 'group' | 'project', collection: string): string {
  const segment = segmentOf(collection);
  return sameAs[kind][segment] ?? segment;
}

/**
 * The path of a list on the page of a project or group, for a path of the same list of all of them: `/webhooks/5` is
 * `/p/7/integrations/webhooks/5`.
 */
export function pathInPlace(place: { kind: 'group' | 'project'; ref: number | string }, path: string): string {
  const [, page = '', rest = ''] = /^\/([^/?]+)(.*)$/.exec(path) ?? [];
  const tab = sameAs[place.kind][page];
  return tab === undefined ? path : placePath(place, tab) + rest;
}

/** The same list with another path; undefined: its own. */
export function atPath<Row extends ListRow, Filter extends ListFilter>(
  spec: ListSpec<Row, Filter>,
  path: string | undefined,
): ListSpec<Row, Filter> {
  return path === undefined || path === spec.path ? spec : variantOf(spec, path, () => ({ ...spec, path }));
}
