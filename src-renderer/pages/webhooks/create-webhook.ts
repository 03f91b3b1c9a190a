import { onMount } from 'svelte';
import { z } from 'zod';
import { valuesIn } from '#shared/contract/dialect-values.ts';
import { labelOf } from '#shared/text/en/fields.ts';
import { webhookPage } from '#shared/text/en/webhook-page.ts';
import { webhooks as hookWords } from '#shared/text/en/webhooks.ts';
import { part, type Form, type FormField } from '../../console/forms/form-spec.ts';
import type { Stores } from '../../stores/context.ts';
import { knownPlaces } from '../../stores/instance/known-places.svelte.ts';
import PairsInput from './PairsInput.svelte';

const words = webhookPage.create;
const strategies = ['all_branches', 'wildcard', 'regex'] as const;
/** A menu of more projects could not be searched, so they are typed. */
const mostInMenu = 200;

const pairs = (unnamed: string) =>
  z
    .array(z.object({ key: z.string(), value: z.string() }))
    .refine((list) => list.every(({ key, value }) => key.trim() !== '' || value === ''), unnamed)
    .transform((list) => list.filter(({ key }) => key.trim() !== ''))
    .optional();
const schema = z
  .object({
    project: z.string(words.errors.project).trim().min(1, words.errors.project),
    url: z
      .string(words.errors.url)
      .trim()
      .regex(/^https?:\/\/\S+$/i, words.errors.url),
    name: z.string().optional(),
    description: z.string().optional(),
    triggers: z.array(z.string()).optional(),
    branch_filter_strategy: z.enum(strategies).optional(),
    push_events_branch_filter: z.string().optional(),
    enable_ssl_verification: z.boolean().optional(),
    token: z.string().optional(),
    custom_headers: pairs(words.errors.unnamedHeader),
    url_variables: pairs(words.errors.unnamedVariable),
    custom_webhook_template: z.string().refine(isTemplate, words.errors.template).optional(),
  })
  .superRefine(({ branch_filter_strategy: strategy, push_events_branch_filter: pattern = '' }, context) => {
    const path = ['branch_filter_strategy'];
    if (strategy === 'all_branches' && pattern !== '')
      context.addIssue({ code: 'custom', path, message: words.errors.unusedPattern });
  });
type Values = z.infer<typeof schema>;

/** Creates a webhook. `project`: the ID or path of the project that is selected when the form opens. */
export function form({ session, profiles }: Stores, project: string): Form<Values> {
  const known = valuesIn('webhookTriggers', profiles.dialect);
  const places = knownPlaces(session, ['project'], mostInMenu);
  onMount(() => places.follow());
  return {
    name: 'webhooks.create',
    title: words.title,
    text: words.text,
    schema,
    initial: {
      project,
      triggers: ['push_events'],
      branch_filter_strategy: 'all_branches',
      enable_ssl_verification: true,
    },
    get fields() {
      return [projectField(places.value), ...fieldsOf(known)];
    },
    submitLabel: words.button,
    change: (_, { project: chosen = '', triggers = [], push_events_branch_filter: pattern, ...others }) => {
      const isFiltered = others.branch_filter_strategy !== 'all_branches';
      const given = Object.entries({ ...others, ...(isFiltered && { push_events_branch_filter: pattern }) }).filter(
        ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
      );
      return {
        calls: [
          {
            op: 'webhooks.create',
            path: { id: /^\d+$/.test(chosen) ? Number(chosen) : chosen },
            body: {
              ...Object.fromEntries(given),
              ...Object.fromEntries(known.map((name) => [name, triggers.includes(name)])),
            },
          },
        ],
        title: () => words.planTitle,
        consequence: words.consequence,
        done: ({ label }) => words.done(label),
      };
    },
    isWide: true,
    isNew: true,
  };
}

function projectField(places: ReturnType<typeof knownPlaces>['value']): FormField<Values> {
  const { rows = [], total = 0 } = places ?? {};
  if (total === 0 || total > mostInMenu)
    return { name: 'project', label: words.project, help: words.projectHelp, control: { kind: 'text', isMono: true } };
  const options = rows.map(({ ref, path, name }) => ({ value: String(ref), label: path ?? name ?? String(ref) }));
  return { name: 'project', label: words.project, control: { kind: 'select', options } };
}

const fieldsOf = (triggers: ReturnType<typeof valuesIn<'webhookTriggers'>>): FormField<Values>[] => [
  { name: 'url', label: labelOf('url'), help: words.urlHelp, control: { kind: 'text', isMono: true } },
  { name: 'name', label: labelOf('name'), control: { kind: 'text' } },
  { name: 'description', label: labelOf('description'), control: { kind: 'text' } },
  {
    name: 'triggers',
    label: words.triggers,
    control: { kind: 'checks', options: triggers.map((value) => ({ value, label: hookWords.fields[value] })) },
  },
  {
    name: 'branch_filter_strategy',
    label: words.strategy,
    control: { kind: 'choice', options: strategies.map((value) => ({ value, label: words.strategies[value] })) },
  },
  {
    name: 'push_events_branch_filter',
    label: words.filter,
    help: words.filterHelp,
    control: { kind: 'text', isMono: true },
  },
  { name: 'enable_ssl_verification', label: words.tls, control: { kind: 'check' } },
  { name: 'token', label: words.token, help: words.tokenHelp, control: { kind: 'secret' } },
  {
    name: 'custom_headers',
    label: words.headers,
    help: words.headersHelp,
    control: pairsOf(words.headers, words.pairs.add.headers),
  },
  {
    name: 'url_variables',
    label: words.variables,
    help: words.variablesHelp,
    control: pairsOf(words.variables, words.pairs.add.variables),
  },
  {
    name: 'custom_webhook_template',
    label: words.template,
    help: words.templateHelp,
    control: { kind: 'lines', lines: 4, isMono: true },
  },
];

const pairsOf = (label: string, addLabel: string) =>
  ({ kind: 'custom', input: part(PairsInput, { label, addLabel }), isSecret: true }) as const;

/** Whether the text is JSON with placeholders. A placeholder can be a whole value or part of a string. */
function isTemplate(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text.replaceAll(/\{\{[^{}]*\}\}/g, '0'));
    return true;
  } catch {
    return false;
  }
}
