import type { Vault } from '#shared/contract/host.ts';
import { importOps, type ImportEntry, type ImportOp } from '#shared/contract/imports.ts';
import type { ImportSources } from '#shared/text/en/import-sources.ts';
import { imports as words } from '#shared/text/en/imports.ts';
import { z } from 'zod';
import type { FormField } from '../../console/forms/form-spec.ts';
import type { Values } from '../../console/forms/form-draft.svelte.ts';

export type ImportWrite = ImportEntry['op'];

/** The definition of an import form. `initial`: the platform's defaults. */
export interface ImportForm {
  schema: z.ZodType<Values>;
  initial: Values;
  fields: (values: Values) => FormField[];
}

const { fields: labels, errors } = words;
const { groups } = labels;
const needed = z.string({ error: errors.missing }).regex(/\S/, errors.missing);
const some = z.string().optional();
const positive = z.number({ error: errors.number }).int(errors.number).min(1, errors.number);
const keep = { keep_secret: z.boolean().optional() };
const stages = ['attachments_import', 'collaborators_import', 'single_endpoint_notes_import'] as const;

export const isImportOp = (op: ImportWrite): op is ImportOp => (importOps as readonly string[]).includes(op);

type Labelled = Exclude<keyof typeof labels, 'groups' | 'timeouts'>;
function field(name: Labelled, control: FormField['control'], group?: string, help?: Labelled): FormField {
  return {
    name,
    label: labels[name],
    control,
    ...(help === undefined ? {} : { help: labels[help] }),
    ...(group === undefined ? {} : { group }),
  };
}
const text = { kind: 'text' } as const;
const mono = { kind: 'text', isMono: true } as const;
const secret = { kind: 'secret' } as const;

const newName = field('new_name', text, groups.to, 'new_nameHelp');
const namespace = field('target_namespace', mono, groups.to, 'target_namespaceHelp');
const timeout: FormField = field(
  'timeout_strategy',
  {
    kind: 'choice',
    options: (['pessimistic', 'optimistic'] as const).map((value) => ({ value, label: labels.timeouts[value] })),
  },
  groups.how,
);
const stage = (name: (typeof stages)[number], help?: Labelled): FormField =>
  field(name, { kind: 'tri', unset: labels.stageUnset }, groups.stages, help);
const keepField: FormField = {
  name: 'keep_secret',
  label: labels.keep,
  help: labels.keepHelp,
  control: { kind: 'check' },
  group: groups.token,
};
const accessToken = field('personal_access_token', secret, groups.token, 'tokenHelp');

export const signIn: FormField = {
  name: 'way',
  label: labels.way,
  help: labels.wayHelp,
  group: groups.token,
  control: {
    kind: 'choice',
    options: [
      { value: 'token', label: labels.byToken },
      { value: 'password', label: labels.byPassword },
    ],
  },
};
const tokenPair: FormField[] = [
  field('codehost_b_email', text, groups.token),
  field('codehost_b_api_token', secret, groups.token),
];
const passwordPair: FormField[] = [
  field('codehost_b_username', text, groups.token),
  field('codehost_b_app_password', secret, groups.token, 'codehost_b_app_passwordHelp'),
];

/** The fields of a form, without "Keep the token" if the data folder lasts only for this session. */
export function offered(fields: readonly FormField[], vault: Vault['state'] | undefined): FormField[] {
  return fields.filter((one) => one !== keepField || vault !== 'session');
}

/** The secret fields of an import. Code host B has two pairs, of which only the selected one is used. */
export function tokenFields(op: ImportOp, values: Values): FormField[] {
  if (op !== 'imports.fromCodehostB') return [accessToken, keepField];
  return [signIn, ...(values['way'] === 'password' ? passwordPair : tokenPair), keepField];
}

/** The fields with the help that names services. */
export function withHelp(fields: readonly FormField[], { help }: Pick<ImportSources, 'help'>): FormField[] {
  return fields.map((field) => {
    const own = help[field.name];
    return own === undefined ? field : { ...field, help: own };
  });
}

export const serverFields: FormField[] = [
  field('codehost_b_server_url', mono, groups.from, 'codehost_b_server_urlHelp'),
  field('codehost_b_server_username', text, groups.from),
];
export const hostField = field('codehost_a_hostname', mono, groups.from);
export { namespace as namespaceField };

const ofB = { repo_path: needed, target_namespace: needed, new_name: some, ...keep };

export const importForms: Readonly<Record<ImportWrite, ImportForm>> = {
  'imports.fromCodehostA': {
    schema: z.object({
      personal_access_token: needed,
      repo_id: positive,
      codehost_a_hostname: some,
      target_namespace: needed,
      new_name: some,
      pagination_limit: positive.optional(),
      timeout_strategy: z.enum(['pessimistic', 'optimistic']),
      ...Object.fromEntries(stages.map((name) => [name, z.boolean().nullish()])),
      ...keep,
    }),
    initial: { pagination_limit: 100, timeout_strategy: 'pessimistic' },
    fields: () => [
      field('repo_id', { kind: 'number', least: 1 }, groups.from),
      hostField,
      accessToken,
      keepField,
      namespace,
      newName,
      timeout,
      field('pagination_limit', { kind: 'number', least: 1 }, groups.how),
      stage('attachments_import'),
      stage('collaborators_import'),
      stage('single_endpoint_notes_import', 'notesHelp'),
    ],
  },
  'imports.fromCodehostBServer': {
    schema: z.object({
      codehost_b_server_url: needed.regex(/^https?:\/\/[^/?#@\\\s]+([/?#]\S*)?$/i, errors.address),
      codehost_b_server_username: needed,
      codehost_b_server_project: needed,
      codehost_b_server_repo: needed,
      personal_access_token: needed,
      target_namespace: some,
      new_name: some,
      timeout_strategy: z.enum(['pessimistic', 'optimistic']),
      ...keep,
    }),
    initial: { timeout_strategy: 'pessimistic' },
    fields: () => [
      ...serverFields,
      field('codehost_b_server_project', mono, groups.from),
      field('codehost_b_server_repo', mono, groups.from),
      accessToken,
      keepField,
      { ...namespace, help: `${labels.target_namespaceOwn} ${labels.target_namespaceHelp}` },
      newName,
      timeout,
    ],
  },
  'imports.fromCodehostB': {
    schema: z.discriminatedUnion('way', [
      z.object({ way: z.literal('token'), ...ofB, codehost_b_email: needed, codehost_b_api_token: needed }),
      z.object({ way: z.literal('password'), ...ofB, codehost_b_username: needed, codehost_b_app_password: needed }),
    ]),
    initial: { way: 'token' },
    fields: (values) => [
      field('repo_path', mono, groups.from, 'repo_pathHelp'),
      ...tokenFields('imports.fromCodehostB', values),
      namespace,
      newName,
    ],
  },
  'imports.gists': {
    schema: z.object({ personal_access_token: needed, ...keep }),
    initial: {},
    fields: () => [accessToken, keepField],
  },
  'imports.cancel': {
    schema: z.object({ project_id: positive }),
    initial: {},
    fields: () => [field('project_id', { kind: 'number', least: 1 }, undefined, 'project_idHelp')],
  },
};

/** All fields with secrets, including those of the hidden pair. */
export const secretNames = ['personal_access_token', 'codehost_b_api_token', 'codehost_b_app_password'] as const;

/** The body of the call: without empty values and without the platform's defaults. */
export function bodyOf(op: ImportWrite, values: Values): Values {
  const { initial } = importForms[op];
  const { way: _way, keep_secret: _keep, ...own } = values;
  const entered = Object.entries(own).filter(
    ([name, value]) => value !== undefined && value !== null && value !== '' && value !== initial[name],
  );
  const isStage = ([name]: [string, unknown]): boolean => (stages as readonly string[]).includes(name);
  const optional = entered.filter(isStage);
  const body = Object.fromEntries(entered.filter((one) => !isStage(one)));
  return optional.length === 0 ? body : { ...body, optional_stages: Object.fromEntries(optional) };
}

export function withoutSecrets(body: Values): Values {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !(secretNames as readonly string[]).includes(name)),
  );
}
