import { figures } from '#shared/contract/figures.ts';
import { remoteMirrors as words } from '#shared/text/en/remote-mirrors.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import { enumOf, flag, specParts } from '../../console/spec-parts.ts';
import { wordOf } from '../../console/values.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type Mirror = RowOf<'remoteMirrors'>;

const { column, filters } = specParts('remoteMirrors', words);
const hidden = { isOptional: true };

/** Mirrors of the chosen project, or of all known projects. Alarms come first. */
export const mirrorsList = defineList('remoteMirrors', words, {
  columns: [
    column('project_path', 136, { isPinned: true, format: 'custom', fields: ['scope', 'project_path'] }),
    // The first column already shows the project
    column('scope', 180, { ...hidden, fields: ['scope'] }),
    column('target_host', 140, { format: 'custom', hiddenBelowPx: 640 }),
    column('state', 232, {
      format: 'custom',
      sortBy: 'alarm_rank',
      fields: ['update_status', 'last_error', 'enabled'],
      value: ({ update_status: status, last_error: error }) => [status, error].filter(Boolean).join(': '),
    }),
    column('strip', 136, { format: 'custom', sortBy: null, fields: [], value: () => '', hiddenBelowPx: 780 }),
    column('last_successful_update_at', 88, { isNullNever: true, align: 'end' }),
    column('enabled', 88, { format: 'custom', align: 'end' }),
    column('auth_method', 120, { ...hidden, value: ({ auth_method: auth }) => wordOf(words.auth, auth) }),
    column('last_update_at', 108, { ...hidden, isNullNever: true }),
    column('url', 280, { ...hidden, format: 'mono' }),
    column('age', 84),
    column('id', 76),
  ].map((one) => (one.id === 'age' ? { ...one, ...hidden } : one)),
  filters: filters(
    words.filter,
    [
      ['state', 'update_status', 'has_alarm', 'alarm', 'is_overdue'],
      ['mirror', 'enabled', 'auth_method'],
      ['success', 'success_before'],
    ],
    {
      update_status: {
        control: {
          kind: 'enums',
          options: Object.entries(words.statuses).map(([value, label]) => ({ value, label })),
        },
      },
      alarm: enumOf(words.alarms),
      has_alarm: { control: { kind: 'boolean', yes: words.filter.withAlarm, no: words.filter.withoutAlarm } },
      is_overdue: flag,
      enabled: { control: { kind: 'boolean', yes: words.filter.isEnabled, no: words.filter.isDisabled } },
      auth_method: enumOf(words.auth),
    },
  ),
  views: [
    allRows,
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
    notReturnedRows,
  ],
  // The panel of the page shows them
  details: [],
  shownElsewhere: [
    ...['id', 'url', 'enabled', 'auth_method', 'host_keys', 'keep_divergent_refs', 'only_protected_branches'],
    ...['mirror_branch_regex', 'last_error', 'last_successful_update_at', 'last_update_at', 'last_update_started_at'],
    ...['update_status', 'project_path', 'target_host', 'alarm', 'alarm_rank', 'is_overdue'],
  ],
  leading: ['scope', 'id', 'url'],
  nameOf: (row) => words.name(row.project_path ?? '', targetOf(row)),
  aboutOf: ({ id, auth_method: auth }) => words.about(id, wordOf(words.auth, auth) ?? ''),
});

/** The host of a mirror, or its URL until Reeve has looked at the row. */
export function targetOf({ target_host: host, url, id }: Mirror): string {
  return host ?? url ?? words.unnamed(id);
}
