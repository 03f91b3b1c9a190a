import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { endpoints } from '../../src-main/api/endpoints/index.ts';
import { notInApi } from '../../src-main/api/endpoints/not-in-api.ts';
import type { Endpoint, Undo } from '../../src-main/api/types.ts';
import { isSortable } from '../../src-shared/contract/collection.ts';
import type { FilterSide } from '../../src-shared/contract/columns.ts';
import { collectionNames, collections } from '../../src-shared/contract/collections.ts';
import { allValues, isAccepted } from '../../src-shared/contract/dialect-values.ts';
import { rowsOf, titleOf } from '../../src-shared/text/en/collections.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

const factsFolder = join(import.meta.dirname, '../../docs/facts');

/** The files of `docs/api` by name: from the endpoints, the declarations of collections, and `docs/facts`. */
export function apiDocs(): Map<string, string> {
  const byResource = Map.groupBy(endpoints.values(), ({ name }) => name.split('.')[0] ?? '');
  const files = new Map([['README.md', overview(byResource)]]);
  for (const [resource, own] of byResource) files.set(`${resource}.md`, pageOf(resource, own));
  return files;
}

function overview(byResource: ReadonlyMap<string, readonly Endpoint[]>): string {
  return page('API', [
    [
      'Written by `npm run docs` from the data in `src-main/api/endpoints` and `src-shared/contract` and the text in',
      '`docs/facts`; do not edit.',
    ].join('\n'),
    '## What the numbers mean',
    [
      'The platform’s API is described in three documents that are not part of this repository:',
      '',
      '1. Rules for all endpoints; projects: repositories, deployments, artifacts, job tokens, webhooks, mirrors;',
      '   notification settings',
      '2. Issues, merge requests, notes, snippets, wikis, uploads, context commits, releases, dependency exports',
      '3. Users, service accounts, enterprise users, keys, certificates, push rules, members, runners, imports',
      '',
      '`document 3:91` in the code, and `3:91` on these pages, means line 91 of the third document. `readings 14` means row',
      '14 of [Readings](#readings), which says how Reeve reads what the documents leave unclear.',
    ].join('\n'),
    '## Resources',
    'The number after each resource is that of its endpoints.',
    [...byResource].map(([resource, { length }]) => `- [${words(resource)}](${resource}.md): ${length}`).join('\n'),
    '## Rules for all endpoints',
    factsOf('all-endpoints').replaceAll(/^## /gm, '### '),
    '## All endpoints',
    '`Undo` says what Reeve can restore after a write.',
    table(
      ['endpoint', 'document', 'role', 'tier', 'paging', 'undo'],
      [...endpoints.values()].map(({ method, path, doc, role, tier, paging, undo }) => [
        `\`${method} ${path}\``,
        doc,
        role,
        tier,
        paging === 'none' ? '' : paging,
        undoWords(undo),
      ]),
    ),
    '## Not in this API',
    'The documents mention these without a path:',
    notInApi.map(({ doc, what }) => `- ${what} (${doc})`).join('\n'),
    '## Readings',
    [
      'The documents leave some points unclear. Where a row names several replies, the client accepts each of them, and the',
      'simulator sends the first.',
    ].join('\n'),
    factsOf('readings'),
  ]);
}

function pageOf(resource: string, own: readonly Endpoint[]): string {
  const name = collectionNames.find((one) => kebab(one) === resource);
  return page(words(resource), [
    'Written by `npm run docs`; do not edit. [All endpoints](README.md)',
    ...(name === undefined ? [] : collectionFacts(name)),
    factsOf(resource),
    ...own.flatMap(endpointFacts),
  ]);
}

/** The facts of `docs/facts/<name>.md`, which are written by hand. Fails: if the file does not exist. */
const factsOf = (name: string): string => readFileSync(join(factsFolder, `${name}.md`), 'utf8').trim();

function collectionFacts(name: (typeof collectionNames)[number]): string[] {
  const { lists, columns, filter, sides, serverValues, searched, hasDetails } = collections[name];
  const listed = Object.entries(lists).filter(([, request]) => request !== null);
  return [
    `Reeve caches ${rowsOf(name)}.`,
    [
      listed.length === 0
        ? '- The platform lists none; they are looked up one by one.'
        : `- Listed for: ${listed.map(([scope]) => scope).join(', ')}`,
      `- Search looks in: ${searched.join(', ')}`,
      `- Sorted by: ${[...Object.keys(columns).filter((one) => isSortable(columns[one] ?? 'text')), 'id'].join(', ')}`,
      `- Filters: ${Object.keys(filter.shape)
        .map((one) => filterText(one, sides[one], serverValues[one] ?? []))
        .join(', ')}`,
      ...(hasDetails ? ['- Rows have more fields when they are read one by one.'] : []),
    ].join('\n'),
  ];
}

function filterText(name: string, side: FilterSide | undefined, serverValues: readonly string[]): string {
  if (side === 'server-for-some-values') return `${name} (${serverValues.join(' and ')}: the platform)`;
  if (side === 'server-without-column') return `${name} (the platform if rows lack the field)`;
  return side?.startsWith('server') === true ? `${name} (the platform)` : name;
}

/** The values and fields that instances of one dialect have, and those of the other refuse. */
function refusedByDialect({ perDialect: { values = {}, names } = {} }: Endpoint): string[] {
  const lists = [...Object.entries(values), ...(names === undefined ? [] : [['a field', names] as const])];
  return (['documented', 'gitlab'] as const).flatMap((dialect) =>
    lists.flatMap(([field, set]) => {
      const refused = allValues(set).filter((value) => !isAccepted(set, value, dialect));
      return refused.length === 0 ? [] : [`- Refused in the dialect ${dialect} as ${field}: ${codes(refused)}`];
    }),
  );
}
const codes = (values: readonly unknown[]): string => values.map((value) => `\`${String(value)}\``).join(', ');

function endpointFacts(endpoint: Endpoint): string[] {
  const { method, path, doc, role, tier, paging, undo, repeat, secrets, deprecated, query, body, reply } = endpoint;
  const facts = [
    `- Document ${doc}`,
    role === null ? '' : `- Role: ${role}`,
    tier === null ? '' : `- Tier: ${tier}`,
    paging === 'none' ? '' : `- Paging: ${paging}`,
    undo === null ? '' : `- Undo: ${undoWords(undo)}`,
    undo === null ? '' : `- Sent again after a failure: ${repeat === 'same' ? 'yes' : 'only if nothing was sent'}`,
    secrets.length === 0 ? '' : `- Secret: ${secrets.join(', ')}`,
    ...refusedByDialect(endpoint),
    ...Object.entries(deprecated).map(([field, instead]) => `- Deprecated: ${field}; use ${instead}`),
  ];
  return [
    `## ${method} ${path}`,
    facts.filter((fact) => fact !== '').join('\n'),
    ...fields('Query', query),
    ...fields('Body', body),
    ...fields('Reply', reply),
  ];
}

/** The fields of a schema as a table; nothing if the schema is not an object. */
function fields(title: string, type: z.ZodType | null): string[] {
  if (type === null) return [];
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;
  const { properties, required = [] } = schema.items ?? schema;
  if (properties === undefined || Object.keys(properties).length === 0) return [];
  const isReply = title === 'Reply';
  const rows = Object.entries(properties).map(([name, one]) => [
    `\`${name}\``,
    typeOf(one),
    ...(isReply ? [] : [required.includes(name) ? 'yes' : '']),
  ]);
  return [`**${title}**`, table(isReply ? ['field', 'type'] : ['field', 'type', 'required'], rows)];
}

function typeOf({ type, enum: values, const: only, anyOf, items, format }: Schema): string {
  if (values !== undefined) return values.map(literal).join(' ');
  if (only !== undefined) return literal(only);
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array') return `list of ${items === undefined ? 'any' : typeOf(items)}`;
  return [type ?? 'any'].flat().join(' or ') + (format === undefined ? '' : ` (${format})`);
}

const literal = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

function undoWords(undo: Undo | null): string {
  switch (undo?.kind) {
    case undefined:
      return '';
    case 'exact':
      return ['exact', undo.leaves ?? [], undo.needs ?? []].flat().join('; ');
    case 'lossy':
      return [`may not restore ${undo.what.join(', ')}`, undo.leaves ?? []].flat().join('; ');
    case 'none':
      return `no: ${undo.why}`;
  }
}

function page(title: string, parts: readonly string[]): string {
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const line = (cells: readonly (string | null)[]): string =>
    `| ${cells.map((cell) => (cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const words = (resource: string): string =>
  titleOf(resource.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()));
const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
