import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { runnerTypes } from '#shared/contract/runners.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { runners } from '#shared/text/en/runners.ts';
import type { Values } from '../../../console/forms/form-draft.svelte.ts';
import type { FormField } from '../../../console/forms/form-spec.ts';
import { placeSchema } from '../../../console/forms/place-text.ts';
import { placeName } from '../../../console/scope.ts';
import { wordOf } from '../../../console/values.ts';
import type { Stores } from '../../../stores/context.ts';
import { note, noteControl } from './edit-fields.ts';

const words = runners.register;
const linePattern = /^([A-Za-z_][\w.]*)\s*=\s*(\S.*)$/;

/**
 * The form of a new runner. The documents list no parameters of this call (document 3:94), so these are the fields of a
 * runner, and the group or project that real installations require.
 */
export function newRunner(instanceUrl: string | null) {
  const placeOf = (kind: PlaceOfRunner) => placeSchema(kind, instanceUrl).optional();
  return fieldsOfRunner
    .extend({ group_id: placeOf('group'), project_id: placeOf('project') })
    .superRefine((values, context) => {
      const kind = placeKindOf(values);
      if (kind === null || values[`${kind}_id`]) return;
      context.addIssue({ code: 'custom', path: [`${kind}_id`], message: words.placeMissing[kind] });
    });
}
export type NewRunner = z.infer<ReturnType<typeof newRunner>>;

const fieldsOfRunner = z.object({
  runner_type: z.string().optional(),
  description: z.string().optional(),
  paused: z.boolean().optional(),
  tag_list: z.array(z.string()).optional(),
  run_untagged: z.boolean().nullish(),
  locked: z.boolean().nullish(),
  access_level: z.string().optional(),
  maximum_timeout: z.number().int().min(0).nullish(),
  maintenance_note: note,
  /** Lines of `name = value`. */
  more: z
    .string()
    .refine((text) => linesOf(text).every((line) => linePattern.test(line)), words.moreWrong)
    .optional(),
});

type PlaceOfRunner = 'group' | 'project';

/** The kind of place that a runner of this type belongs to; null: the instance. */
export function placeKindOf({ runner_type: type }: { runner_type?: unknown }): PlaceOfRunner | null {
  return type === 'group_type' ? 'group' : type === 'project_type' ? 'project' : null;
}

/** The initial values of the form for the scope of the list. */
export function initialValues(stores: Stores, scope: Scope): Partial<NewRunner> {
  const kind = readScope(scope)?.kind;
  if (kind === undefined) return { runner_type: 'instance_type' };
  return { runner_type: `${kind}_type`, [`${kind}_id`]: placeName(stores, scope) };
}

/** The body of the call: fields with a value, the ID of the place, and the additional lines. */
export function bodyOf(
  { more = '', group_id: _group, project_id: _project, ...fields }: Partial<NewRunner>,
  place: Partial<Record<'group_id' | 'project_id', number>>,
): Record<string, unknown> {
  const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  const others = linesOf(more).map((line) => {
    const [, name = '', value = ''] = linePattern.exec(line) ?? [];
    return [name, valueOf(value)] as const;
  });
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value))),
    ...place,
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

const levels = Object.entries(runners.accessLevels).map(([value, label]) => ({ value, label }));

const placeField = (kind: PlaceOfRunner): FormField<NewRunner> => ({
  name: `${kind}_id`,
  label: labelOf(kind),
  help: words.placeHelp,
  control: { kind: 'place', of: kind },
});

export function registerFields(values: Values): FormField<NewRunner>[] {
  const kind = placeKindOf(values);
  return [typeField, ...(kind === null ? [] : [placeField(kind)]), ...otherFields];
}

const typeField: FormField<NewRunner> = {
  name: 'runner_type',
  label: runners.fields.runner_type,
  control: { kind: 'choice', options: runnerTypes.map((value) => ({ value, label: wordOf(runners.types, value) })) },
};

const otherFields: readonly FormField<NewRunner>[] = [
  { name: 'description', label: labelOf('description'), control: { kind: 'text' } },
  { name: 'tag_list', label: labelOf('tag_list'), control: { kind: 'tags' }, help: runners.edit.tagsHelp },
  {
    name: 'run_untagged',
    label: words.untagged,
    control: { kind: 'tri', unset: words.unset, yes: runners.edit.yes, no: runners.edit.no },
  },
  {
    name: 'locked',
    label: labelOf('locked'),
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
