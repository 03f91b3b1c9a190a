import { z } from 'zod';
import type { RowOf } from '../../../stores/lists/collection-client.ts';
import { part, type FormField } from '../../../console/forms/form-spec.ts';
import { isLonger } from '#shared/contract/kit.ts';
import { maxMaintenanceNote } from '#shared/contract/runners.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { runners } from '#shared/text/en/runners.ts';
import NoteInput from './NoteInput.svelte';

type Runner = RowOf<'runners'>;
const words = runners.edit;

/** A valid maintenance note. */
export const note = z
  .string()
  .refine((text) => !isLonger(text, maxMaintenanceNote), words.noteLong)
  .nullish();
const timeout = z.number(words.timeoutWrong).int(words.timeoutWrong).min(0, words.timeoutWrong).nullish();
const tags = z.array(z.string()).optional();
const nullishBoolean = z.boolean().nullish();

/**
 * The form of one runner. `run_untagged` and `locked`: null leaves them unchanged, because the API does not return
 * them.
 */
export const RunnerForm = z.object({
  description: z.string().nullish(),
  paused: z.boolean().optional(),
  tag_list: tags,
  run_untagged: nullishBoolean,
  locked: nullishBoolean,
  access_level: z.string().optional(),
  maximum_timeout: timeout,
  maintenance_note: note,
});
export type RunnerForm = z.infer<typeof RunnerForm>;

/** The form of several runners. Empty fields stay unchanged. */
export const RunnersForm = z
  .object({
    description: z.string().optional(),
    paused: nullishBoolean,
    run_untagged: nullishBoolean,
    locked: nullishBoolean,
    access_level: z.string().optional(),
    maximum_timeout: timeout,
    clear_timeout: z.boolean().optional(),
    maintenance_note: note,
    clear_note: z.boolean().optional(),
    tags_mode: z.enum(['leave', 'merge', 'replace']).optional(),
    tags_add: tags,
    tags_remove: tags,
    tags_replace: tags,
  })
  .superRefine((form, context) => {
    const wrong = (name: keyof typeof form, message: string): void =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (form.clear_timeout === true && typeof form.maximum_timeout === 'number') wrong('maximum_timeout', words.both);
    if (form.clear_note === true && isGiven(form.maintenance_note)) wrong('maintenance_note', words.both);
    const named = (form.tags_add?.length ?? 0) + (form.tags_remove?.length ?? 0);
    if (form.tags_mode === 'merge' && named === 0) wrong('tags_add', words.tagsMissing);
  });
export type RunnersForm = z.infer<typeof RunnersForm>;

/** The initial values of the form of one runner. */
export function formOf(row: Runner): Partial<RunnerForm> {
  const { description, paused, tag_list, access_level, maximum_timeout, maintenance_note } = row;
  return {
    description: description ?? null,
    paused: paused === true,
    tag_list: tag_list ?? [],
    run_untagged: null,
    locked: null,
    ...(typeof access_level === 'string' && { access_level }),
    maximum_timeout: maximum_timeout ?? null,
    maintenance_note: maintenance_note ?? null,
  };
}

/** The body and the tag changes for each runner of a form of several runners. */
export function writeOf({
  tags_mode: mode,
  tags_add: add = [],
  tags_remove: remove = [],
  tags_replace: replace = [],
  clear_timeout: noTimeout,
  clear_note: noNote,
  ...fields
}: Partial<RunnersForm>) {
  const body = {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value))),
    ...(noTimeout === true && { maximum_timeout: null }),
    ...(noNote === true && { maintenance_note: null }),
    ...(mode === 'replace' && { tag_list: replace }),
  };
  return {
    ...(Object.keys(body).length > 0 && { body }),
    ...(mode === 'merge' && { merge: { tag_list: { add, remove } } }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

const { jobs, state } = words.groups;
/** The control of a maintenance note, with the number of characters left. */
export const noteControl = { kind: 'custom', input: part(NoteInput) } as const;
const levels = Object.entries(runners.accessLevels).map(([value, label]) => ({ value, label }));
const tri = { kind: 'tri', unset: words.leave, yes: words.yes, no: words.no } as const;
const text = (name: 'description', help?: string) =>
  ({ name, label: labelOf(name), control: { kind: 'text' }, group: state, ...(help && { help }) }) as const;
const notReturned = (name: 'run_untagged' | 'locked') =>
  ({ name, label: words[name], control: tri, group: jobs, help: words.valueNotReturned }) as const;
const limit = (help: string) =>
  ({
    name: 'maximum_timeout',
    label: labelOf('maximum_timeout'),
    control: { kind: 'number', least: 0, unit: words.timeoutUnit },
    group: jobs,
    help,
  }) as const;

export const oneFields: readonly FormField<RunnerForm>[] = [
  { ...text('description'), empty: null },
  { name: 'paused', label: labelOf('paused'), control: { kind: 'check' }, group: state, help: words.pausedHelp },
  { name: 'maintenance_note', label: labelOf('maintenance_note'), control: noteControl, group: state },
  {
    name: 'tag_list',
    label: labelOf('tag_list'),
    control: { kind: 'tags' },
    group: jobs,
    help: `${words.tagsHelp} ${words.tagsNone}`,
  },
  notReturned('run_untagged'),
  notReturned('locked'),
  {
    name: 'access_level',
    label: runners.fields.access_level,
    control: { kind: 'choice', options: levels },
    group: jobs,
  },
  { ...limit(words.timeoutHelp), empty: null },
];

const tagLists = {
  leave: [],
  merge: [
    { name: 'tags_add', label: words.tagsAdd, help: words.tagsHelp },
    { name: 'tags_remove', label: words.tagsRemove },
  ],
  replace: [{ name: 'tags_replace', label: words.tagsReplace, help: words.tagsReplaceHelp }],
} as const;
const tagModes = Object.entries(words.tagsModes).map(([value, label]) => ({ value, label }));

export const manyFields = ({ tags_mode: mode }: Partial<RunnersForm>): readonly FormField<RunnersForm>[] => [
  { ...text('description', words.descriptionMany), empty: '' },
  { name: 'paused', label: labelOf('paused'), control: tri, group: state },
  {
    name: 'maintenance_note',
    label: labelOf('maintenance_note'),
    control: noteControl,
    group: state,
    help: words.noteHelpMany,
  },
  { name: 'clear_note', label: words.clear_note, control: { kind: 'check' }, group: state },
  notReturned('run_untagged'),
  notReturned('locked'),
  {
    name: 'access_level',
    label: runners.fields.access_level,
    control: { kind: 'choice', options: [{ value: '', label: words.leave }, ...levels] },
    group: jobs,
  },
  { ...limit(words.timeoutHelpMany), empty: null },
  { name: 'clear_timeout', label: words.clear_timeout, control: { kind: 'check' }, group: jobs },
  { name: 'tags_mode', label: words.tagsMode, control: { kind: 'choice', options: tagModes } },
  ...tagLists[mode ?? 'leave'].map((field) => ({ ...field, control: { kind: 'tags' as const } })),
];
