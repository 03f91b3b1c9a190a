import { exportTypes } from './dependency-exports.ts';
import { deployments } from './deployments.ts';
import { fieldName, labelOf, type Labels } from './fields.ts';
import { imports } from './imports.ts';
import { members } from './members.ts';
import { notificationSettings } from './notification-settings.ts';
import { remoteMirrors } from './remote-mirrors.ts';
import { runners } from './runners.ts';
import { snippets } from './snippets.ts';
import { webhookPage } from './webhook-page.ts';
import { webhooks } from './webhooks.ts';
import { wikis } from './wikis.ts';

interface Words {
  /** The list's own labels, if plans show the fields of a write with the same labels. */
  fields?: Labels | undefined;
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The names of fields and values in lists and forms, by the resource in the name of an operation. */
const words: Readonly<Record<string, Words>> = {
  deployments: wordsOf(deployments),
  'personal-snippets': wordsOf(snippets),
  'project-snippets': wordsOf(snippets),
  webhooks: { fields: webhooks.fields, values: { branch_filter_strategy: webhookPage.create.strategies } },
  'dependency-exports': wordsOf({ values: { export_type: exportTypes } }),
  imports: wordsOf({ values: { timeout_strategy: imports.fields.timeouts } }),
  'notification-settings': wordsOf({
    values: {
      level: Object.fromEntries(Object.entries(notificationSettings.levels).map(([level, { name }]) => [level, name])),
    },
  }),
  'remote-mirrors': wordsOf({ values: { auth_method: remoteMirrors.auth } }),
  runners: wordsOf({ values: { access_level: runners.accessLevels, runner_type: runners.types } }),
  wikis: wordsOf({ values: wikis.values }),
};

function wordsOf({ fields, values = {} }: { fields?: Labels; values?: object | undefined }): Words {
  return { fields, values: values as Words['values'] };
}

const wordsFor = (op: string): Words | undefined => words[op.split('.')[0] ?? ''];

/** The display name of a field of a write, as the list and the form show it. */
export function writtenField(op: string, field: string): string {
  const own = wordsFor(op)?.fields;
  return own === undefined || field.includes('.') ? fieldName(field) : labelOf(field, own);
}

/** The label of a value of a write; null: the value is shown unchanged. */
export function writtenValue(op: string, field: string, value: unknown): string | null {
  if (typeof value === 'number' && field.endsWith('access_level')) return members.levels[value] ?? null;
  return typeof value === 'string' ? (wordsFor(op)?.values[field]?.[value] ?? null) : null;
}
