import { importOps, NewImportA, type ImportOp, type QueueLine } from '#shared/contract/imports.ts';
import { nameInDialect, type DialectName } from '#shared/text/en/dialect-names.ts';
import type { ImportSources } from '#shared/text/en/import-sources.ts';
import { imports as words } from '#shared/text/en/imports.ts';
import { z } from 'zod';
import type { Values } from '../../console/forms/form-draft.svelte.ts';
import { optionsOf, type Part } from '../../console/forms/form-spec.ts';
import {
  bodyOf,
  hostField,
  keep,
  namespaceField,
  secretNames,
  serverFields,
  withSignIn,
  tokenFields,
  type ImportField,
} from './import-forms.ts';

const { queue } = words;
const some = z.string().optional();
const { personal_access_token } = NewImportA.shape;

/** Maximum lines of a plan. */
export const mostLines = 5_000;

const common = { csv: z.string().regex(/\S/), target_namespace: some, ...keep };

export const queueSchema: z.ZodType<Values> = z.discriminatedUnion('op', [
  z.object({ ...common, op: z.literal('imports.fromCodehostA'), codehost_a_hostname: some, personal_access_token }),
  z.object({
    ...common,
    op: z.literal('imports.fromCodehostBServer'),
    ...{ codehost_b_server_url: some, codehost_b_server_username: some, personal_access_token },
  }),
  withSignIn({ ...common, op: z.literal('imports.fromCodehostB') }),
]);

export const queueInitial: Values = { op: 'imports.fromCodehostA', way: 'token' };

export const queueOp = (values: Values): ImportOp =>
  importOps.find((op) => op === values['op']) ?? 'imports.fromCodehostA';

/** The fields of the form. `csv`: the control for the text of the CSV. */
export function queueFields(values: Values, { sources }: Pick<ImportSources, 'sources'>, csv: Part): ImportField[] {
  return [
    { name: 'op', label: queue.op, control: { kind: 'choice', options: optionsOf(sources, importOps) } },
    { name: 'csv', label: queue.csv, help: queue.csvHelp, control: { kind: 'custom', input: csv } },
    ...fieldsOfSource(values),
  ];
}

function fieldsOfSource(values: Values): ImportField[] {
  const op = queueOp(values);
  const own = op === 'imports.fromCodehostA' ? [hostField] : op === 'imports.fromCodehostBServer' ? serverFields : [];
  return [
    ...[...own, namespaceField].map((field) => ({ ...field, group: queue.defaults })),
    ...tokenFields(op, values),
  ];
}

/** Default values for empty cells, without secrets; for code host B including the email address or username. */
export function defaultsOf(values: Values): Values {
  const { csv: _csv, op: _op, ...own } = values;
  const secrets = secretNames as readonly string[];
  const shown = fieldsOfSource(values).map(({ name }) => name);
  const entered = Object.entries(own).filter(([name]) => shown.includes(name) && !secrets.includes(name));
  return bodyOf(queueOp(values), Object.fromEntries(entered));
}

export function secretsOf(values: Values): Values {
  const entered = Object.entries(values).filter(([name]) => (secretNames as readonly string[]).includes(name));
  return Object.fromEntries(entered.filter(([, value]) => value !== undefined && value !== ''));
}

/** The CSV with only the lines that were not sent. */
export function linesLeft(csv: string, lines: readonly QueueLine[]): string {
  const all = csv.split(/\r\n|\r|\n/);
  const [first] = lines;
  if (first === undefined) return '';
  const kept = lines.flatMap(({ line, problems }, at) =>
    problems.length === 0 ? [] : all.slice(line - 1, (lines[at + 1]?.line ?? all.length + 1) - 1),
  );
  return [...all.slice(0, first.line - 1), ...kept].filter((line) => line.trim() !== '').join('\n');
}

/** The offsets of the start and the end of a line in the text of a text box (line ends: `\n`). `line` counts from 1. */
export function rangeOfLine(text: string, line: number): [number, number] {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}

/** A CSV with all columns, under the names of the documents. */
const samples: Readonly<Record<ImportOp, string>> = {
  'imports.fromCodehostA': [
    'repo_id,target_namespace,new_name,codehost_a_hostname,optional_stages,pagination_limit,timeout_strategy',
    '42,acme/platform,billing,,"{""attachments_import"":true}",100,pessimistic',
    '43,acme/platform,shop,,,,',
  ].join('\n'),
  'imports.fromCodehostBServer': [
    'codehost_b_server_project,codehost_b_server_repo,target_namespace,new_name,codehost_b_server_url,codehost_b_server_username,timeout_strategy',
    'TEAM,billing,acme/platform,,https://code.example,ci,pessimistic',
    'TEAM,shop,acme/platform,web-shop,https://code.example,ci,',
  ].join('\n'),
  'imports.fromCodehostB': [
    'repo_path,target_namespace,new_name',
    'team/billing,acme/platform,',
    'team/shop,acme/platform,web-shop',
  ].join('\n'),
};

/** A CSV with all columns, under the names of the dialect. */
export function sampleOf(op: ImportOp, dialect: DialectName): string {
  const [head = '', ...rows] = samples[op].split('\n');
  const names = head.split(',').map((name) => nameInDialect(name, dialect));
  return [names.join(','), ...rows].join('\n');
}
