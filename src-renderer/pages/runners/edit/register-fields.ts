import { z } from 'zod';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { runnerTypes } from '#shared/contract/runners.ts';
import { runners } from '#shared/text/en/runners.ts';
import type { FormField } from '../../../console/forms/form-spec.ts';
import { wordOf } from '../../../console/values.ts';
import { note } from './edit-fields.ts';

const words = runners.register;
const linePattern = /^([A-Za-z_][\w.]*)\s*=\s*(\S.*)$/;

/**
 * The form of a new runner. The documents list no parameters of this call (document 3:94), so these are the fields of a
 * runner.
 */
export const NewRunner = z.object({
  runner_type: z.string().optional(),
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
  return { runner_type: `${kind}_type`, more: `${kind}_id = ${id ?? ''}` };
}

/** The body of the call: fields with a value, and the additional lines. */
export function bodyOf({ more = '', ...fields }: Partial<NewRunner>): Record<string, unknown> {
  const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  const others = linesOf(more).map((line) => {
    const [, name = '', value = ''] = linePattern.exec(line) ?? [];
    return [name, valueOf(value)] as const;
  });
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value))),
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

export const registerFields: readonly FormField<NewRunner>[] = [
  {
    name: 'runner_type',
    label: words.type,
    control: { kind: 'choice', options: runnerTypes.map((value) => ({ value, label: wordOf(runners.types, value) })) },
  },
  { name: 'description', label: runners.fields.description, control: { kind: 'text' } },
  { name: 'tag_list', label: runners.fields.tag_list, control: { kind: 'tags' }, help: runners.edit.tagsHelp },
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
    label: runners.edit.maximum_timeout,
    control: { kind: 'number', least: 0, unit: runners.edit.timeoutUnit },
    empty: null,
  },
  { name: 'maintenance_note', label: runners.edit.note, control: { kind: 'custom' } },
  { name: 'more', label: words.more, control: { kind: 'lines', lines: 2, isMono: true }, help: words.moreHelp },
];
