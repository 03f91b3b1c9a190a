import { z } from 'zod';
import { jobTokenForms } from '#shared/text/en/job-token-forms.ts';
import { FieldError, part, type Form, type FormField } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import { suggestPlaces } from '../../../stores/instance/find-places.ts';
import { callsFor, effectOf, type Target } from './allowlist-calls.ts';
import { entriesSchema, projectsOf, targetsOf } from './find-targets.ts';
import ListedProjects from './ListedProjects.svelte';
import { linesOf, wrongPlace } from '../../../console/forms/place-text.ts';

const words = jobTokenForms.bulk;
const fieldWords = jobTokenForms.fields;
const mostCalls = 5_000;

const lists = {
  add_projects: { kind: 'project', label: words.addProjects },
  add_groups: { kind: 'group', label: words.addGroups },
  remove_projects: { kind: 'project', label: words.removeProjects },
  remove_groups: { kind: 'group', label: words.removeGroups },
} as const;
type ListName = keyof typeof lists;
const names = Object.keys(lists) as ListName[];
interface Change extends Record<ListName, string[]>, Record<string, unknown> {
  projects: string;
}

/** Changes the allowlists of several projects. `project`: the project that the list of projects contains at first. */
export function form(stores: Stores, project: string): Form<Change> {
  const url = stores.profiles.open?.url ?? null;
  return {
    name: 'job-token-scope.bulk',
    title: words.title,
    text: words.text,
    schema: z
      .object({
        add_projects: entriesSchema('project', url),
        add_groups: entriesSchema('group', url),
        remove_projects: entriesSchema('project', url),
        remove_groups: entriesSchema('group', url),
        projects: z.string(),
      })
      .superRefine((values, context) => {
        const issue = (path: keyof typeof values, message: string | null): void => {
          if (message !== null) context.addIssue({ code: 'custom', message, path: [path] });
        };
        const lines = linesOf(values.projects);
        if (entryCount(values) === 0) issue('add_projects', fieldWords.none);
        issue('projects', lines.length === 0 ? words.noProjects : wrongPlace(lines, 'project', url));
      }),
    initial: { add_projects: [], add_groups: [], remove_projects: [], remove_groups: [], projects: project },
    fields: (values) => [
      ...names.map((name): FormField<Change> => ({
        name,
        label: lists[name].label,
        control: { kind: 'tags', suggest: (typed) => suggestPlaces(stores.session, lists[name].kind, typed) },
      })),
      {
        name: 'projects',
        label: words.where,
        help: words.listHelp,
        control: { kind: 'custom', input: part(ListedProjects) },
        note: previewOf(values),
      },
    ],
    submitLabel: words.submit,
    change: async (_, values) => {
      const find = (name: ListName): Promise<Target[]> => targetsOf(stores, lists[name].kind, values[name] ?? [], name);
      const add = [...(await find('add_projects')), ...(await find('add_groups'))];
      const remove = [...(await find('remove_projects')), ...(await find('remove_groups'))];
      const both = add.find((one) => remove.some(({ kind, id }) => kind === one.kind && id === one.id));
      if (both !== undefined)
        throw new FieldError(
          both.kind === 'project' ? 'remove_projects' : 'remove_groups',
          fieldWords.twice(both.label),
        );
      const calls = callsFor(await projectsOf(stores, linesOf(values.projects ?? '')), { add, remove });
      if (calls.length === 0) throw new FieldError('projects', words.nothing);
      if (calls.length > mostCalls) throw new FieldError('projects', words.tooMany(calls.length, mostCalls));
      const { projects, removes } = effectOf(calls);
      return {
        calls,
        title: words.plan,
        consequence: words.consequence(projects, removes),
        isDestructive: removes,
        isShown: true,
        fields: [],
      };
    },
    isNew: true,
    isWide: true,
  };
}

const entryCount = (values: Partial<Change>): number =>
  names.reduce((sum, name) => sum + (values[name]?.length ?? 0), 0);

function previewOf(values: Partial<Change>): string {
  const projects = linesOf(values.projects ?? '').length;
  const changes = projects * entryCount(values);
  return changes === 0 ? words.previewNone : words.preview(changes, projects);
}
