import type { ListSummary } from '#shared/contract/collection.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { placeSummary } from '#shared/text/en/place-summary.ts';
import { tabPathOf } from '../../console/place-tab.ts';

const words = placeSummary.figures;

/** One figure of a project or group: the number of rows of a list, and a second number about them. */
export interface PlaceFigure extends Special {
  collection: string;
  /** The path of its tab after that of the project or group. */
  tab: string;
  label: string;
}
interface Special {
  /** By default the title of the list. */
  label?: string;
  /** The counted rows; by default all. */
  value?: (summary: ListSummary) => number;
  more?: (summary: ListSummary) => string | null;
  /** The filter of the list with the counted rows. */
  filter?: Readonly<Record<string, unknown>>;
}

/** Figures with more than the number of rows. */
const special: Readonly<Record<string, Special>> = {
  issues: open(words.issues),
  mergeRequests: open(words.mergeRequests),
  branches: { more: (summary) => words.branches(count(summary, 'merged', '1')) },
  members: { more: (summary) => words.members(count(summary, 'is_direct', '1')) },
  runners: { more: (summary) => words.runners(count(summary, 'status', 'online')) },
  accessTokens: { more: (summary) => words.accessTokens(count(summary, 'active', '1')) },
  enterpriseUsers: { more: (summary) => words.enterpriseUsers(count(summary, 'state', 'active')) },
};

/** The figures of a project, besides deployments that are stuck and webhooks that are disabled. */
const ofProject = ['issues', 'mergeRequests', 'branches', 'deployments', 'members', 'webhooks'];
/** The first figures of a group. */
const firstOfGroup = ['issues', 'runners'];
/** A list of a group whose tab has another name. */
const lastOfGroup = 'groupReleases';

/** The figures of a project or group. `groupLists`: the lists of a group, in the order of its tabs. */
export function figuresOf(kind: 'group' | 'project', groupLists: readonly string[]): PlaceFigure[] {
  const collections = kind === 'project' ? ofProject : [...new Set([...firstOfGroup, ...groupLists, lastOfGroup])];
  return collections.map((collection) => ({
    ...{ collection, tab: tabPathOf(kind, collection), label: titleOf(collection) },
    ...special[collection],
  }));
}

function count({ counts }: ListSummary, field: string, value: string): number {
  return counts[field]?.[value] ?? 0;
}

/** Open rows of a list whose rows are closed in the end. */
function open({ label, more }: (typeof words)['issues']): Special {
  return {
    label,
    value: (summary) => count(summary, 'state', 'opened'),
    more: (summary) => more(summary.live),
    filter: { state: 'opened' },
  };
}
