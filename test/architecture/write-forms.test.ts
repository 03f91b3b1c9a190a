import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#main/api/endpoints/index.ts';
import type { Endpoint } from '#main/api/types.ts';
import { fieldsOf } from '#main/services/explorer/endpoint-fields.ts';
import type { Forms, WriteForm } from './write-forms/form-list.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(import.meta.dirname, 'write-forms');

async function listedForms(): Promise<Map<string, WriteForm>> {
  const found = new Map<string, WriteForm>();
  for (const name of readdirSync(folder).filter((file) => file !== 'form-list.ts')) {
    const { forms } = (await import(pathToFileURL(join(folder, name)).href)) as { forms: Forms };
    for (const [op, form] of Object.entries(forms)) {
      expect(found.has(op), `${op} is listed once`).toBe(false);
      found.set(op, form);
    }
  }
  return found;
}

const writes = [...endpoints.values()].filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const forms = await listedForms();

/** The query and body fields of an endpoint; of a list of objects also their fields: `actions[].file_path`. */
function parametersOf(endpoint: Endpoint): string[] {
  const named = fieldsOf(endpoint, 'gitlab').flatMap(({ name, place }) => (place === 'path' ? [] : [name]));
  return [...named, ...itemFieldsOf(endpoint)];
}

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

function itemFieldsOf({ body }: Endpoint): string[] {
  if (body === null || body instanceof z.ZodUndefined) return [];
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape;
  return Object.entries(properties).flatMap(([name, { items }]) => {
    const kinds = items === undefined ? [] : [items, ...(items.anyOf ?? []), ...(items.oneOf ?? [])];
    const fields = new Set(kinds.flatMap((kind) => Object.keys(kind.properties ?? {})));
    return [...fields].map((field) => `${name}[].${field}`);
  });
}

const textOf = ({ files, lists = [] }: WriteForm): string =>
  [...files.map((file) => `src-renderer/${file}`), ...lists.map((file) => `src-shared/contract/${file}`)]
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

/** `'runners.edit'`, or composed of the resource and the verb. */
function namesOperation(text: string, op: string): boolean {
  const [resource = '', verb = ''] = op.split('.');
  return text.includes(`'${op}'`) || (text.includes(`\`${resource}.$`) && text.includes(`'${verb}'`));
}

test('every documented write has a form outside of the explorer', () => {
  expect([...forms.keys()].sort()).toEqual(writes.map(({ name }) => name).sort());
  for (const [op, form] of forms) {
    expect(
      form.files.filter((file) => file.includes('explorer')),
      op,
    ).toEqual([]);
    expect([op, namesOperation(textOf(form), op)]).toEqual([op, true]);
  }
});

test('every parameter of a write is a field of its form, or has a reason why it is not', () => {
  for (const endpoint of writes) {
    const form = forms.get(endpoint.name);
    if (form === undefined) continue;
    const { without = {} } = form;
    const parameters = parametersOf(endpoint);
    expect(
      Object.keys(without).filter((name) => !parameters.includes(name)),
      `${endpoint.name} has no such parameters`,
    ).toEqual([]);
    const text = textOf(form);
    const missing = parameters.filter((name) => {
      const field = name.replace(/^.*\[\]\./, '').replace(/^.*\[(.+)\]$/, '$1');
      return without[name] === undefined && !new RegExp(`\\b${field}\\b`).test(text);
    });
    expect(missing, `parameters of ${endpoint.name} without a field`).toEqual([]);
  }
});
