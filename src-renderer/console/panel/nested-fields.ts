import { nestedFields as words } from '#shared/text/en/nested-fields.ts';
import { plain } from '../values.ts';

/** A field of an object in a row. The label of a field of an inner object begins with the label of that object. */
export interface NestedField {
  label: string;
  value: unknown;
}

/** Maximum fields of one value. */
export const mostNestedFields = 200;

/** Whether a value is an object with fields, or a list that contains one. */
export function hasNestedFields(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object' && hasNestedFields(one));
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => !isEmpty(one));
}

/** The fields of an object, or of the objects in a list, which are numbered from 1. Empty fields are left out. */
export function nestedFieldsOf(value: unknown, outer = ''): NestedField[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) {
    const isOnly = value.length === 1;
    return value.flatMap((one, at) => nestedFieldsOf(one, isOnly ? outer : words.numbered(outer, at + 1)));
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [{ label: outer, value }];
  return Object.entries(value as object).flatMap(([name, one]) =>
    nestedFieldsOf(one, words.inner(outer, words.label(name))),
  );
}

/** Whether a text contains every field of a value, so that listing them would only repeat the text. */
export function containsFields(text: string, value: unknown): boolean {
  return nestedFieldsOf(value).every((field) => text.includes(plain(field.value)));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
