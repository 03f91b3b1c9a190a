import type { ListSummary } from '#shared/contract/collection.ts';
import { placeSummary } from '#shared/text/en/place-summary.ts';

const words = placeSummary.figures;

/** One figure of a project or group: the number of rows of a list, and a second number about them. */
export interface PlaceFigure {
  collection: string;
  /** The path of its tab after that of the project or group. */
  tab: string;
  label: string;
  /** The counted rows; by default all. */
  value?: (summary: ListSummary) => number;
  more?: (summary: ListSummary) => string | null;
  /** The filter of the list with the counted rows. */
  filter?: Readonly<Record<string, unknown>>;
}

const count = ({ counts }: ListSummary, field: string, value: string): number => counts[field]?.[value] ?? 0;

/** The figures of a project, besides deployments that are stuck and webhooks that are disabled. */
export const projectFigures: readonly PlaceFigure[] = [
  open('issues', 'issues', words.issues),
  open('mergeRequests', 'merge-requests', words.mergeRequests),
  {
    ...{ collection: 'branches', tab: 'code/branches', label: words.branches.label },
    more: (summary) => words.branches.more(count(summary, 'merged', '1')),
  },
  { collection: 'deployments', tab: 'deployments', label: words.deployments.label },
  {
    ...{ collection: 'members', tab: 'access/members', label: words.members.label },
    more: (summary) => words.members.more(count(summary, 'is_direct', '1')),
  },
  { collection: 'webhooks', tab: 'integrations/webhooks', label: words.webhooks.label },
];

export const groupFigures: readonly PlaceFigure[] = [
  open('issues', 'issues', words.issues),
  {
    ...{ collection: 'runners', tab: 'runners', label: words.runners.label },
    more: (summary) => words.runners.more(count(summary, 'status', 'online')),
  },
  { collection: 'serviceAccounts', tab: 'service-accounts', label: words.serviceAccounts.label },
  {
    ...{ collection: 'accessTokens', tab: 'access-tokens', label: words.accessTokens.label },
    more: (summary) => words.accessTokens.more(count(summary, 'active', '1')),
  },
  {
    ...{ collection: 'enterpriseUsers', tab: 'enterprise-users', label: words.enterpriseUsers.label },
    more: (summary) => words.enterpriseUsers.more(count(summary, 'state', 'active')),
  },
  { collection: 'sshCertificates', tab: 'ssh-certificates', label: words.sshCertificates.label },
];

/** Open rows of a list whose rows are closed in the end. */
function open(collection: string, tab: string, { label, more }: (typeof words)['issues']): PlaceFigure {
  return {
    ...{ collection, tab, label },
    value: (summary) => count(summary, 'state', 'opened'),
    more: (summary) => more(summary.live),
    filter: { state: 'opened' },
  };
}
