import type { DeploymentListFilter } from '#shared/contract/deployments.ts';
import { deployments as words } from '#shared/text/en/deployments.ts';
import { deploymentPage } from '#shared/text/en/deployment-page.ts';
import { exactDuration } from '#shared/text/en/moments.ts';
import { fromIso, hasAge } from '#shared/time.ts';
import { declaredList } from '../../console/declared-list.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type DeploymentRow = RowOf<'deployments'>;

/** Filters by the end require the status `success` (document 1:132), so unfinished deployments never match. */
const byEnd = {
  needs: 'status',
  needsValue: 'success',
  setsNeeded: true,
  excludes: ['unfinished_hours'],
  help: deploymentPage.finished.help,
} as const;

/** The set filter by the end of deployments; undefined: none is set. */
export function filterByEnd(filter: DeploymentListFilter): 'finished_after' | 'finished_before' | undefined {
  return (['finished_after', 'finished_before'] as const).find((name) => filter[name] !== undefined);
}

/** The list of a project's deployments. */
export const deploymentsList = declaredList(
  'deployments',
  { ...words, columns: { took: deploymentPage.took } },
  {
    table: 'project-deployments',
    parameters: ['days', 'hours'],
    columns: {
      environment: { widthPx: 180, format: 'text' },
      status: { widthPx: 136, format: 'custom' },
      id: 160,
      iid: { widthPx: 160, isOptional: true },
      ref: 160,
      sha: { widthPx: 104, format: 'custom' },
      took: { widthPx: 96, align: 'end', fields: [], value: tookOf },
      created_at: 116,
      updated_at: 116,
      user: 160,
      deployable: { widthPx: 160, isOptional: true },
      approvals: { widthPx: 160, isOptional: true },
      pending_approval_count: { widthPx: 159, isOptional: true },
      age: 92,
    },
    fields: { status: { format: 'custom' }, environment: { format: 'custom' } },
    filterFields: {
      unfinished_hours: { help: deploymentPage.finder.counted },
      finished_after: byEnd,
      finished_before: byEnd,
    },
    views: (['failed', 'blocked'] as const).map((status) => ({
      id: status,
      name: statusWord(status),
      query: { filter: { status } },
    })),
    details: [
      ['deployment', 'environment', 'status', 'ref', 'sha', 'user', 'created_at', 'updated_at'],
      ['identity', 'id', 'iid'],
    ],
    webUrlOf: jobUrlOf,
    shownElsewhere: ['deployable', 'approval_summary', 'approvals', 'pending_approval_count'],
  },
);

/** The page of the job, or of its pipeline; a deployment has no page. Null: it has no job, or the job no address. */
export function jobUrlOf({ deployable: job }: DeploymentRow): string | null {
  return typeof job?.['web_url'] === 'string' ? job['web_url'] : (job?.pipeline?.web_url ?? null);
}

/** How long the job ran; undefined: it has not ended, or there is none. */
export function tookOf({ deployable }: DeploymentRow): string | undefined {
  const from = fromIso(deployable?.started_at);
  const to = fromIso(deployable?.finished_at);
  return from === null || to === null || !hasAge(from) || !hasAge(to)
    ? undefined
    : exactDuration(Math.max(0, to - from));
}

/** A status in words; one that is not documented as the platform sends it. */
export function statusWord(status: string | null | undefined): string {
  if (status === null || status === undefined || status === '') return deploymentPage.status.unknown;
  return words.values?.status?.[status as 'failed'] ?? status;
}
