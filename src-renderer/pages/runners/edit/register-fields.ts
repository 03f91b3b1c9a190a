import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { runnerTypes } from '#shared/contract/runners.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { runners } from '#shared/text/en/runners.ts';
import type { FormField } from '../../../console/forms/form-spec.ts';
import { wordOf } from '../../../console/values.ts';
import { note, noteControl } from './edit-fields.ts';

const words = runners.register;
const linePattern = /^([A-Za-z_][\w.]*)\s*=\s*(\S.*)$/;

const placeId = z.number().int().min(1).nullish();

/**
 * The form of a new runner. The documents list no parameters of this call (document 3:94), so these are the fields of a
 * runner, and the group or project that real installations require.
 */
export const NewRunner = z.object({
  runner_type: z.string().optional(),
  group_id: placeId,
  project_id: placeId,
  description: z.string().optional(),
  paused: z.boolean().optional(),
  tag_list: z.array(z.string()).optional(),
  run_untagged: z.boolean().nullish(),
  access_level: z.string().optional(),
  maximum_timeout: z.number().int().min(0).nullish(),
  maintenance_note: note,
  /** Lines of `name = value`. */
  more: z
    .string()
    .refine((text) => linesOf(text).every((line) => linePattern.test(line)), words.moreWrong)
    .optional(),
});
export type NewRunner = z.infer<typeof NewRunner>;

/** The initial values in a scope; `id`: of the chosen group or project, if known. */
export function beginningOf(scope: Scope, id: number | null): Partial<NewRunner> {
  const kind = readScope(scope)?.kind;
  if (kind === undefined) return { runner_type: 'instance_type' };
  return { runner_type: `${kind}_type`, ...(id !== null && { [`${kind}_id`]: id }) };
}

/** The body of the call: fields with a value that fit the type, and the additional lines. */
export function bodyOf({ more = '', ...fields }: Partial<NewRunner>): Record<string, unknown> {
  const isGiven = (name: string, value: unknown): boolean => {
    if (idFields.some((one) => one === name) && fields.runner_type !== name.replace('_id', '_type')) return false;
    return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  };
  const others = linesOf(more).map((line) => {
    const [, name = '', value = ''] = linePattern.exec(line) ?? [];
    return [name, valueOf(value)] as const;
  });
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([name, value]) => isGiven(name, value))),
    ...Object.fromEntries(others),
  };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

const idFields = ['group_id', 'project_id'] as const;
const levels = Object.entries(runners.accessLevels).map(([value, label]) => ({ value, label }));

export const registerFields: readonly FormField<NewRunner>[] = [
  {
    name: 'runner_type',
    label: runners.fields.runner_type,
    control: { kind: 'choice', options: runnerTypes.map((value) => ({ value, label: wordOf(runners.types, value) })) },
  },
  ...idFields.map((name) => ({
    ...{ name, label: labelOf(name), help: words.idHelp[name], empty: null },
    control: { kind: 'number' as const, least: 1 },
  })),
  { name: 'description', label: labelOf('description'), control: { kind: 'text' } },
  { name: 'tag_list', label: labelOf('tag_list'), control: { kind: 'tags' }, help: runners.edit.tagsHelp },
  {
    name: 'run_untagged',
    label: words.untagged,
    control: { kind: 'tri', unset: words.unset, yes: runners.edit.yes, no: runners.edit.no },
  },
  { name: 'paused', label: words.paused, control: { kind: 'check' } },
  {
    name: 'access_level',
    label: runners.fields.access_level,
    control: { kind: 'choice', options: [{ value: '', label: words.unset }, ...levels] },
  },
  {
    name: 'maximum_timeout',
    label: labelOf('maximum_timeout'),
    control: { kind: 'number', least: 0, unit: runners.edit.timeoutUnit },
    empty: null,
  },
  { name: 'maintenance_note', label: labelOf('maintenance_note'), control: noteControl },
  { name: 'more', label: words.more, control: { kind: 'lines', lines: 2, isMono: true }, help: words.moreHelp },
];
