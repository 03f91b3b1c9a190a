import type { Vault } from '#shared/contract/host.ts';
import {
  ImportBFields,
  importOps,
  NewImportA,
  NewImportBServer,
  plainAddress,
  type ImportEntry,
  type ImportOp,
} from '#shared/contract/imports.ts';
import type { ImportSources } from '#shared/text/en/import-sources.ts';
import { imports as words } from '#shared/text/en/imports.ts';
import { z } from 'zod';
import { mono, optionsOf, type DeclaredField, type FormControl } from '../../console/forms/form-spec.ts';
import type { Values } from '../../console/forms/form-draft.svelte.ts';

export type ImportWrite = ImportEntry['op'];

/** The definition of an import form. `initial`: the platform's defaults. */
export interface ImportForm {
  schema: z.ZodType<Values>;
  initial: Values;
  fields: (values: Values) => ImportField[];
}

const { groups, timeouts, ...labels } = words.fields;
/** The labels of all fields of imports. */
export const importLabels = labels;
export const keep = { keep_secret: z.boolean().optional() };
const stages = ['attachments_import', 'collaborators_import', 'single_endpoint_notes_import'] as const;
const stageShape = Object.fromEntries(stages.map((name) => [name, z.boolean().optional()]));

export const isImportOp = (op: ImportWrite): op is ImportOp => (importOps as readonly string[]).includes(op);

/** A field of an import. */
export type ImportField = Exclude<DeclaredField, string>;
type Labelled = keyof typeof labels;
const field = (name: Labelled, control: FormControl, group?: string, help?: Labelled): ImportField => ({
  name,
  control,
  group,
  help: help && labels[help],
});
const text = { kind: 'text' } as const;
const secret = { kind: 'secret' } as const;

const newName = field('new_name', text, groups.to, 'new_nameHelp');
const namespace = field('target_namespace', mono, groups.to, 'target_namespaceHelp');
const timeout = field('timeout_strategy', { kind: 'choice', options: optionsOf(timeouts) }, groups.how);
const stage = (name: (typeof stages)[number], help?: Labelled): ImportField =>
  field(name, { kind: 'tri', unset: labels.stageUnset }, groups.stages, help);
const keepField = field('keep_secret', { kind: 'check' }, groups.token, 'keepHelp');
const accessToken = field('personal_access_token', secret, groups.token, 'tokenHelp');

const ways = optionsOf({ token: labels.byToken, password: labels.byPassword });
const signIn = field('way', { kind: 'choice', options: ways }, groups.token, 'wayHelp');
const tokenPair = [field('codehost_b_email', text, groups.token), field('codehost_b_api_token', secret, groups.token)];
const passwordPair = [
  field('codehost_b_username', text, groups.token),
  field('codehost_b_app_password', secret, groups.token, 'codehost_b_app_passwordHelp'),
];

/** The fields of a form, without "Keep the token" if the data folder lasts only for this session. */
export function offered(fields: readonly ImportField[], vault: Vault['state'] | undefined): ImportField[] {
  return fields.filter((one) => one !== keepField || vault !== 'session');
}

/** The secret fields of an import. Code host B has two pairs, of which only the selected one is used. */
export function tokenFields(op: ImportOp, values: Values): ImportField[] {
  if (op !== 'imports.fromCodehostB') return [accessToken, keepField];
  return [signIn, ...(values['way'] === 'password' ? passwordPair : tokenPair), keepField];
}

/** The fields with the help that names services. */
export function withHelp(fields: readonly ImportField[], { help }: Pick<ImportSources, 'help'>): ImportField[] {
  return fields.map((field) => {
    const own = help[field.name];
    return own === undefined ? field : { ...field, help: own };
  });
}

export const serverFields: ImportField[] = [
  field('codehost_b_server_url', mono, groups.from, 'codehost_b_server_urlHelp'),
  field('codehost_b_server_username', text, groups.from),
];
export const hostField = field('codehost_a_hostname', mono, groups.from);
export { namespace as namespaceField };

const byToken = ImportBFields.pick({ codehost_b_email: true, codehost_b_api_token: true }).required();
const byPassword = ImportBFields.pick({ codehost_b_username: true, codehost_b_app_password: true }).required();
/** The schema of an import from code host B: `others`, and the fields of one of the two ways to sign in. */
export const withSignIn = <S extends z.ZodRawShape>(others: S) =>
  z.discriminatedUnion('way', [
    z.object({ ...others, ...byToken.shape, way: z.literal('token') }),
    z.object({ ...others, ...byPassword.shape, way: z.literal('password') }),
  ]);
const projectId = z.number().int().min(1);

export const importForms: Readonly<Record<ImportWrite, ImportForm>> = {
  'imports.fromCodehostA': {
    schema: NewImportA.omit({ optional_stages: true }).extend({ ...stageShape, ...keep }),
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
    schema: NewImportBServer.extend({
      codehost_b_server_url: z.string().regex(plainAddress, words.addressWrong),
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
    schema: withSignIn({
      ...ImportBFields.pick({ repo_path: true, target_namespace: true, new_name: true }).shape,
      ...keep,
    }),
    initial: { way: 'token' },
    fields: (values) => [
      field('repo_path', mono, groups.from, 'repo_pathHelp'),
      ...tokenFields('imports.fromCodehostB', values),
      namespace,
      newName,
    ],
  },
  'imports.gists': {
    schema: NewImportA.pick({ personal_access_token: true }).extend(keep),
    initial: {},
    fields: () => [accessToken, keepField],
  },
  'imports.cancel': {
    schema: z.object({ project_id: projectId }),
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
