import type { DeploymentListFilter } from '#shared/contract/deployments.ts';
import { deployments as words } from '#shared/text/en/deployments.ts';
import { deploymentPage } from '#shared/text/en/deployment-page.ts';
import { exactDuration } from '#shared/text/en/moments.ts';
import { fromIso, hasAge } from '#shared/time.ts';
import type { ListColumn, ListSpec } from '../../console/list-spec.ts';
import { plainList } from '../../console/plain-list.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';
import { allRows, notReturnedRows } from '../../console/define-list.ts';

export type DeploymentRow = RowOf<'deployments'>;

const plain = plainList('deployments', words);

const took: ListColumn = {
  id: 'took',
  title: deploymentPage.took,
  widthPx: 96,
  align: 'end',
  fields: [],
  value: (row) => tookOf(row as DeploymentRow),
};

/** Filters by the end require the status `success` (document 1:132), so unfinished deployments never match. */
const byEnd = { needs: 'status', needsValue: 'success', setsNeeded: true, excludes: ['unfinished_hours'] } as const;

/** The set filter by the end of deployments; undefined: none is set. */
export function filterByEnd(filter: DeploymentListFilter): 'finished_after' | 'finished_before' | undefined {
  return (['finished_after', 'finished_before'] as const).find((name) => filter[name] !== undefined);
}

/** The list of a project's deployments. */
export const deploymentsList: ListSpec = {
  ...plain,
  table: 'project-deployments',
  parameters: ['days', 'hours'],
  columns: inOrder(plain.columns).flatMap((column): ListColumn[] => {
    if (column.id === 'status') return [{ ...column, format: 'custom', widthPx: 136 }];
    if (column.id === 'environment') return [{ ...column, widthPx: 180 }];
    if (column.id === 'sha') return [{ ...column, format: 'custom', widthPx: 104 }];
    if (column.id === 'created_at') return [took, column];
    if (column.id === 'deployable') return [{ ...column, isOptional: true }];
    return [column];
  }),
  filters: plain.filters.map((field) => {
    if (field.name === 'unfinished_hours') return { ...field, help: deploymentPage.finder.counted };
    return field.name.startsWith('finished_') ? { ...field, ...byEnd, help: deploymentPage.finished.help } : field;
  }),
  views: [
    allRows,
    { id: 'failed', name: words.values?.status?.['failed'] ?? '', query: { filter: { status: 'failed' } } },
    { id: 'blocked', name: words.values?.status?.['blocked'] ?? '', query: { filter: { status: 'blocked' } } },
    notReturnedRows,
  ],
  details: (plain.details as Exclude<ListSpec['details'], () => unknown>)
    .filter(({ id }) => id === 'deployment' || id === 'identity')
    .map((group) => ({
      ...group,
      fields: group.fields.map((field) =>
        field.name === 'status' || field.name === 'environment' ? { ...field, format: 'custom' as const } : field,
      ),
    })),
  webUrlOf: (row) => jobUrlOf(row as DeploymentRow),
  shownElsewhere: ['deployable', 'approval_summary', 'approvals', 'pending_approval_count'],
};

/** The status comes after the environment. */
function inOrder(columns: readonly ListColumn[]): ListColumn[] {
  const rankOf = ({ id }: ListColumn): number => ['environment', 'status'].indexOf(id) + 1 || 3;
  return columns.toSorted((a, b) => rankOf(a) - rankOf(b));
}

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
