import { collections } from '#shared/contract/collections.ts';
import { figures } from '#shared/contract/figures.ts';
import { remoteMirrors as words } from '#shared/text/en/remote-mirrors.ts';
import { declaredList, flag } from '../../console/declared-list.ts';
import { wordOf } from '../../console/values.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Mirror = RowOf<'remoteMirrors'>;

const hidden = { isOptional: true };

/** Mirrors of the chosen project, or of all known projects. Alarms come first. */
export const mirrorsList = declaredList('remoteMirrors', words, {
  columns: {
    project_path: { widthPx: 136, format: 'custom', fields: ['scope', 'project_path'] },
    // The first column already shows the project
    scope: { ...hidden, widthPx: 180, fields: ['scope'] },
    target_host: { widthPx: 140, format: 'custom', hiddenBelowPx: 640 },
    state: {
      widthPx: 232,
      format: 'custom',
      sortBy: 'alarm_rank',
      fields: ['update_status', 'last_error', 'enabled'],
      value: ({ update_status: status, last_error: error }) => [status, error].filter(Boolean).join(': '),
    },
    strip: { widthPx: 136, format: 'custom', sortBy: null, fields: [], value: () => '', hiddenBelowPx: 780 },
    last_successful_update_at: { widthPx: 88, isNullNever: true },
    enabled: { widthPx: 88, format: 'custom', align: 'end' },
    auth_method: { ...hidden, widthPx: 120 },
    last_update_at: { ...hidden, widthPx: 108, isNullNever: true },
    url: { ...hidden, widthPx: 280, format: 'mono' },
    age: { ...hidden, widthPx: 84 },
    id: 76,
  },
  values: { update_status: words.statuses, alarm: words.alarms, auth_method: words.auth },
  filters: [
    ['state', 'update_status', 'has_alarm', 'alarm', 'is_overdue'],
    ['mirror', 'enabled', 'auth_method'],
    ['success', 'success_before'],
  ],
  filterFields: {
    has_alarm: { control: { kind: 'boolean', yes: words.filter.withAlarm, no: words.filter.withoutAlarm } },
    is_overdue: flag,
    enabled: { control: { kind: 'boolean', yes: words.filter.isEnabled, no: words.filter.isDisabled } },
  },
  views: [
    { id: 'alarms', name: words.views.alarms, query: { filter: figures.mirrorAlarms.filter } },
    { id: 'failed', name: words.views.failed, query: { filter: figures.mirrorsFailing.filter } },
    { id: 'under-way', name: words.views.underWay, query: { filter: figures.mirrorsUnderWay.filter } },
    {
      id: 'overdue',
      name: words.views.overdue,
      query: { filter: { is_overdue: true } },
      hint: words.views.overdueHint,
    },
    { id: 'disabled', name: words.views.disabled, query: { filter: figures.mirrorsDisabled.filter } },
  ],
  // The panel of the page shows them
  details: [],
  shownElsewhere: [...Object.keys(collections.remoteMirrors.row.shape)],
  leading: ['scope', 'id', 'url'],
  nameOf: (row) => words.name(row.project_path ?? '', targetOf(row)),
  aboutOf: ({ id, auth_method: auth }) => words.about(id, wordOf(words.auth, auth) ?? ''),
});

/** The host of a mirror, or its URL until Reeve has looked at the row. */
export function targetOf({ target_host: host, url, id }: Mirror): string {
  return host ?? url ?? words.unnamed(id);
}
