import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints, type WriteOperation } from '#main/api/endpoints/index.ts';
import type { Endpoint } from '#main/api/types.ts';
import { fieldsOf } from '#main/services/explorer/endpoint-fields.ts';
import { formModules, textOf, unusedForms } from './form-modules.ts';

const deprecatedContent = 'Deprecated. The form sends files, which work for one file too.';
const ofOneFile = { content: deprecatedContent, file_name: deprecatedContent };
const confidential = 'deprecated; `internal` replaces it (document 2:46)';

/** Why the form of a write has no field for a parameter. `actions[].file_path` is a field of the items of a list. */
const withoutField: { readonly [Op in WriteOperation]?: Readonly<Record<string, string>> } = {
  'commits.create': {
    'actions[].last_commit_id': 'Sent automatically: the last commit of the file when the action was added.',
  },
  'notes.createOnIssue': { confidential },
  'notes.editOfIssue': { confidential },
  'notification-settings.editOfProject': {
    new_epic: 'Epics exist only in groups (reading 17), so a project has no field for them.',
  },
  'personal-snippets.create': ofOneFile,
  'personal-snippets.edit': ofOneFile,
  'project-snippets.create': ofOneFile,
  'project-snippets.edit': ofOneFile,
  'runners.edit': { active: 'deprecated (document 1:251): `paused` has the same meaning' },
};

const dialectValues = ['src-shared/contract/dialect-values.ts'];
const ruleFields = ['src-renderer/pages/push-rules/fields.ts'];
/** Lists of parameters in other files. The form shows all parameters of these lists. */
const listsOfFields: { readonly [Op in WriteOperation]?: readonly string[] } = {
  'notification-settings.edit': dialectValues,
  'notification-settings.editOfGroup': dialectValues,
  'notification-settings.editOfProject': dialectValues,
  'push-rules.create': ruleFields,
  'push-rules.edit': ruleFields,
  'webhooks.create': dialectValues,
};

const writes = [...endpoints.values()].filter(({ undo }) => undo !== null);

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

test.each(writes.map(({ name }) => name))('%s has a form or an action outside of the explorer', (op) => {
  const how = `No module in src-renderer names '${op}': add a form or an action (CONTRIBUTING.md, "Add a form for a write").`;
  expect(formModules(op), how).not.toEqual([]);
});

test.each(writes.map((endpoint) => [endpoint.name as WriteOperation, endpoint] as const))(
  'every parameter of %s is a field of its form, or has a reason why it is not',
  (op, endpoint) => {
    const parameters = parametersOf(endpoint);
    const reasons = withoutField[op] ?? {};
    const wrong = Object.keys(reasons).filter((name) => !parameters.includes(name));
    expect(wrong, `${op} has no such parameters: take them out of withoutField.`).toEqual([]);
    const files = [...formModules(op), ...(listsOfFields[op] ?? [])];
    const text = files.map(textOf).join('\n');
    const missing = parameters.filter((name) => {
      const field = name.replace(/^.*\[\]\./, '').replace(/^.*\[(.+)\]$/, '$1');
      return !Object.hasOwn(reasons, name) && !new RegExp(`\\b${field}\\b`).test(text);
    });
    const how = `The form of ${op} has no field for these parameters: add the fields, or reasons to withoutField.`;
    expect(missing, `${how} The form is in: ${files.join(', ')}`).toEqual([]);
  },
);

test('each form is opened by a page', () => {
  const how = 'No module opens these forms: add an action that calls `dialogs.form(import(…), target)`.';
  expect(unusedForms(), how).toEqual([]);
});

test('the modules of a form do not include the list of its page', () => {
  const files = formModules('runners.edit').map((file) => file.replace('src-renderer/pages/runners/', ''));
  expect(files).toEqual(expect.arrayContaining(['edit/edit-fields.ts', 'edit/edit-runner.ts']));
  expect(files).not.toContain('fleet/runners-list.ts');
  expect(formModules('nothing.create')).toEqual([]);
});
