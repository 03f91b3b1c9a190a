import { z } from 'zod';
import type { JobTokenReach } from '#shared/contract/job-token-reach.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { jobTokenForms } from '#shared/text/en/job-token-forms.ts';
import { visibleText } from '../../../components/text/visible-text.ts';
import { FieldError, type Form } from '../../../console/forms/form-spec.ts';
import type { Stores } from '../../../stores/context.ts';
import { suggestPlaces } from '../../../stores/instance/find-places.ts';
import { addCall, type Target } from './allowlist-calls.ts';
import { entriesSchema, targetsOf } from './find-targets.ts';
import { placeIn } from '../../../console/forms/place-text.ts';

const words = jobTokenForms.add;
const fieldWords = jobTokenForms.fields;

interface Entries extends Record<string, unknown> {
  projects: string[];
  groups: string[];
}

/** Adds projects and groups to the allowlist of a project. */
export function form(stores: Stores, { scope, reach }: { scope: Scope; reach: JobTokenReach }): Form<Entries> {
  const ref = readScope(scope)?.ref ?? '';
  const project = visibleText(jobTokenForms.projectOf(reach.path));
  const url = stores.profiles.open?.url ?? null;
  const control = (kind: Target['kind']) =>
    ({ kind: 'tags', suggest: (typed: string) => suggestPlaces(stores.session, kind, typed) }) as const;
  return {
    name: `job-token-scope.add ${scope}`,
    title: words.title(project),
    text: reach.flag?.inbound === false ? `${words.text} ${words.off}` : words.text,
    schema: z
      .object({ projects: entriesSchema('project', url), groups: entriesSchema('group', url) })
      .refine(({ projects, groups }) => projects.length + groups.length > 0, {
        message: fieldWords.none,
        path: ['projects'],
      }),
    initial: { projects: [], groups: [] },
    fields: [
      { name: 'projects', label: fieldWords.projects, help: fieldWords.help, control: control('project') },
      { name: 'groups', label: fieldWords.groups, help: fieldWords.help, control: control('group') },
    ],
    submitLabel: words.submit,
    change: async (_, { projects = [], groups = [] }) => ({
      calls: [
        ...(await newEntries('project', projects, 'projects')),
        ...(await newEntries('group', groups, 'groups')),
      ].map((target) => addCall({ ref }, target)),
      title: words.plan,
      consequence: words.consequence(project),
      done: ({ label }) => words.done(label),
    }),
    // A 404 or 400 is about the entry, because the project is known to exist.
    refusedAt: (failure, { projects = [] }) => {
      if (failure.status !== 404 && failure.status !== 400) return undefined;
      return { field: projects.length > 0 ? 'projects' : 'groups' };
    },
    isNew: true,
  };

  /** Finds the IDs of the entries. Fails: `FieldError`. */
  async function newEntries(kind: Target['kind'], texts: readonly string[], field: string): Promise<Target[]> {
    const refuse = (message: string): never => {
      throw new FieldError(field, message);
    };
    for (const text of texts) {
      const place = placeIn(text, kind, url);
      const listed = reach.entries.find((one) => one.kind === kind && (one.id === place || one.path === place));
      if (listed !== undefined) refuse(fieldWords.listed(visibleText(listed.path)));
      if (kind === 'project' && (place === ref || place === reach.path)) refuse(fieldWords.own(visibleText(text)));
    }
    const found = await targetsOf(stores, kind, texts, field);
    const listed = found.find(({ id }) => reach.entries.some((one) => one.kind === kind && one.id === id));
    return listed === undefined ? found : refuse(fieldWords.listed(visibleText(listed.label)));
  }
}
