import { z } from 'zod';
import { runnerTypes } from '#shared/contract/runners.ts';
import { readScope } from '#shared/contract/scope.ts';
import { runners } from '#shared/text/en/runners.ts';
import { optionsOf, part, type Form } from '../../../console/forms/form-spec.ts';
import { placeSchema } from '../../../console/forms/place-text.ts';
import { placeName } from '../../../console/scope.ts';
import type { ListState } from '../../../console/state/list-state.svelte.ts';
import { startSync } from '../../../console/state/sync-actions.ts';
import type { Stores } from '../../../stores/context.ts';
import { targetsOf } from '../../job-token-scope/forms/find-targets.ts';
import { labels, levels, noteControl, RunnerFields } from './edit-fields.ts';
import RegisterSteps from './RegisterSteps.svelte';

const words = runners.register;
const { yes, no, tagsHelp } = runners.edit;
const linePattern = /^([A-Za-z_][\w.]*)\s*=\s*(\S.*)$/;
const sentOrNot = { kind: 'tri', unset: words.unset, yes, no } as const;
const accessLevel = { kind: 'choice', options: [{ value: '', label: words.unset }, ...levels] } as const;

/**
 * The form of a new runner. The documents list no parameters of this call (document 3:94), so these are the fields of a
 * runner, and the group or project that real installations require.
 */
function newRunner(instanceUrl: string | null) {
  return RunnerFields.extend({
    runner_type: z.enum(runnerTypes),
    group_id: placeSchema('group', instanceUrl).optional(),
    project_id: placeSchema('project', instanceUrl).optional(),
    /** Lines of `name = value`. */
    more: z
      .string()
      .refine((text) => linesOf(text).every((line) => linePattern.test(line)), words.moreWrong)
      .optional(),
  }).superRefine((values, context) => {
    const kind = placeKindOf(values);
    if (kind === null || values[`${kind}_id`]) return;
    context.addIssue({ code: 'custom', path: [`${kind}_id`], message: words.placeMissing[kind] });
  });
}
type NewRunner = z.infer<ReturnType<typeof newRunner>>;

/** The kind of place that a runner of this type belongs to; null: the instance. */
function placeKindOf({ runner_type: type }: { runner_type?: unknown }): 'group' | 'project' | null {
  return type === 'group_type' ? 'group' : type === 'project_type' ? 'project' : null;
}

/** Registers a runner in the scope of a list. */
export function form(stores: Stores, listState: ListState): Form<NewRunner> {
  const scope = listState.scope ?? '';
  const scopeKind = readScope(scope)?.kind;
  return {
    name: `runners.create ${listState.scope}`,
    title: words.title,
    text: words.undocumented,
    schema: newRunner(stores.profiles.open?.url ?? null),
    initial: {
      runner_type: scopeKind === undefined ? 'instance_type' : `${scopeKind}_type`,
      ...(scopeKind !== undefined && { [`${scopeKind}_id`]: placeName(stores, scope) }),
    },
    fields: (values) => {
      const of = placeKindOf(values);
      return [
        { name: 'runner_type', control: { kind: 'choice', options: optionsOf(runners.types, runnerTypes) } },
        ...(of === null ? [] : [{ name: `${of}_id`, help: words.placeHelp, control: { kind: 'place', of } } as const]),
        'description',
        { name: 'tag_list', help: tagsHelp },
        { name: 'run_untagged', control: sentOrNot },
        { name: 'locked', control: sentOrNot },
        'paused',
        { name: 'access_level', control: accessLevel },
        'maximum_timeout',
        { name: 'maintenance_note', control: noteControl },
        { name: 'more', control: { kind: 'lines', lines: 2, isMono: true }, help: words.moreHelp },
      ];
    },
    labels: { ...labels, ...words.labels },
    submitLabel: words.create,
    async change(_, { more = '', group_id, project_id, ...fields }) {
      const kind = placeKindOf(fields);
      const text = kind === 'group' ? group_id : project_id;
      const [place] = kind === null || text === undefined ? [] : await targetsOf(stores, kind, [text], `${kind}_id`);
      const body = { ...fields, ...(place !== undefined && { [`${kind}_id`]: place.id }), ...othersOf(more) };
      return {
        calls: [{ op: 'runners.create', body }],
        title: () => words.createTitle,
        consequence: words.consequence,
        done: ({ label }) => words.created(label),
      };
    },
    onapplied: () => void startSync(listState),
    isWide: true,
    isNew: true,
    above: part(RegisterSteps),
  };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}

/** The fields in lines of `name = value`. */
function othersOf(text: string): Record<string, unknown> {
  const others = linesOf(text).map((line) => {
    const [, name = '', value = ''] = linePattern.exec(line) ?? [];
    return [name, valueOf(value)] as const;
  });
  return Object.fromEntries(others);
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}
