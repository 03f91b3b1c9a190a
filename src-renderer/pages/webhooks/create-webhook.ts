import { z } from 'zod';
import { allValues, valuesIn, type ValueOf } from '#shared/contract/dialect-values.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { WebhookCreate } from '#shared/contract/webhooks.ts';
import { webhookPage } from '#shared/text/en/webhook-page.ts';
import { webhooks as hookWords } from '#shared/text/en/webhooks.ts';
import { mono, optionsOf, part, type DeclaredField, type Form } from '../../console/forms/form-spec.ts';
import { placeField } from '../../console/forms/place-field.ts';
import type { Stores } from '../../stores/context.ts';
import PairsInput from './PairsInput.svelte';

const words = webhookPage.create;

/** The triggers in the body. The form has one list for all of them. */
const triggerFields = Object.fromEntries(allValues('webhookTriggers').map((name) => [name, true])) as Record<
  ValueOf<'webhookTriggers'>,
  true
>;

const pairs = (unnamed: string) =>
  z
    .array(z.object({ key: z.string(), value: z.string() }))
    .refine((list) => list.every(({ key, value }) => key.trim() !== '' || value === ''), unnamed)
    .transform((list) => list.filter(({ key }) => key.trim() !== ''))
    .optional();
const schema = WebhookCreate.omit(triggerFields)
  .extend({
    project: z.string().trim().min(1),
    url: z.string(words.errors.url).regex(/^https?:\/\/\S+$/i, words.errors.url),
    triggers: z.array(z.string()).optional(),
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

/** Creates a webhook. `scope`: the project that is selected when the form opens; '': none. */
export function form(stores: Stores, scope: Scope): Form<Values> {
  const known = valuesIn('webhookTriggers', stores.profiles.dialect);
  const place = placeField(stores, 'project', scope);
  return {
    name: 'webhooks.create',
    title: words.title,
    text: words.text,
    schema: schema.safeExtend({ project: place.schema.min(1) }),
    initial: {
      project: place.initial,
      triggers: ['push_events'],
      branch_filter_strategy: 'all_branches',
      enable_ssl_verification: true,
    },
    fields: [place.field, ...fieldsOf(known)],
    labels: words.labels,
    submitLabel: words.button,
    change: (_, { project, triggers = [], push_events_branch_filter: pattern, ...others }) => {
      const isFiltered = others.branch_filter_strategy !== 'all_branches';
      return {
        calls: [
          {
            op: 'webhooks.create',
            path: { id: place.refOf(project) },
            body: {
              ...others,
              ...(isFiltered && { push_events_branch_filter: pattern }),
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

const fieldsOf = (triggers: ReturnType<typeof valuesIn<'webhookTriggers'>>): DeclaredField<Values>[] => [
  { name: 'url', help: words.urlHelp, control: mono },
  'name',
  'description',
  { name: 'triggers', control: { kind: 'checks', options: optionsOf(hookWords.fields, triggers) } },
  { name: 'branch_filter_strategy', control: { kind: 'choice', options: optionsOf(words.strategies) } },
  { name: 'push_events_branch_filter', help: words.filterHelp, control: mono },
  'enable_ssl_verification',
  { name: 'token', help: words.tokenHelp, control: { kind: 'secret' } },
  { name: 'custom_headers', help: words.headersHelp, control: pairsOf('custom_headers') },
  { name: 'url_variables', help: words.variablesHelp, control: pairsOf('url_variables') },
  { name: 'custom_webhook_template', help: words.templateHelp, control: { kind: 'lines', lines: 4, isMono: true } },
];

const pairsOf = (field: 'custom_headers' | 'url_variables') =>
  ({
    kind: 'custom',
    input: part(PairsInput, { label: words.labels[field], addLabel: words.pairs.add[field] }),
    isSecret: true,
  }) as const;

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
