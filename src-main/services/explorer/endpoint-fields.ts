import { z } from 'zod';
import type { Endpoint } from '#main/api/types.ts';
import type { DialectName } from '#main/api/client/wire/dialect.ts';
import { isAccepted, isOfOther } from '#shared/contract/dialect-values.ts';
import type { EndpointField } from '#shared/contract/explorer.ts';

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
}

/** The form fields of an endpoint for instances of a dialect, from its schemas: path, query, body. */
export function fieldsOf(endpoint: Endpoint, dialect: DialectName): EndpointField[] {
  const names = [...endpoint.path.matchAll(/[:*](\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  const inPath = names.map((name) => fieldOf(endpoint, { name, place: 'path', isRequired: true, shape: {} }));
  const others = [...fieldsIn(endpoint, 'query'), ...fieldsIn(endpoint, 'body')];
  return [...inPath, ...others.flatMap((field) => inDialect(endpoint, field, dialect))];
}

/** The field with the choices that instances of the dialect accept; nothing if they don't have it. */
function inDialect({ perDialect = {} }: Endpoint, field: EndpointField, dialect: DialectName): EndpointField[] {
  const { values = {}, names, needed } = perDialect;
  if (names !== undefined && isOfOther(names, field.name, dialect)) return [];
  const set = values[field.name.replace('[', '.').replace(']', '')];
  const options = field.options.filter((value) => set === undefined || isAccepted(set, value, dialect));
  if (field.options.length > 0 && options.length === 0) return [];
  const isRequired = field.isRequired || (dialect === 'gitlab' && needed?.({}).includes(field.name) === true);
  return [{ ...field, options, isRequired }];
}

function fieldsIn(endpoint: Endpoint, place: 'query' | 'body'): EndpointField[] {
  const schema = endpoint[place];
  if (schema === null || schema instanceof z.ZodUndefined) return [];
  return within(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, (name) => name).map((found) =>
    fieldOf(endpoint, { ...found, place }),
  );
}

/** The fields of an object. Fields of a nested object with known keys are listed as `object[key]`. */
function within(
  { properties = {}, required = [] }: Shape,
  nameOf: (name: string) => string,
): { name: string; isRequired: boolean; shape: Shape }[] {
  return Object.entries(properties).flatMap(([name, shape]) =>
    shape.properties === undefined
      ? [{ name: nameOf(name), isRequired: required.includes(name), shape }]
      : within({ properties: shape.properties }, (inner) => `${nameOf(name)}[${inner}]`),
  );
}

function fieldOf(
  { secrets, deprecated, bodyKind }: Endpoint,
  { name, place, isRequired, shape }: Pick<EndpointField, 'name' | 'place' | 'isRequired'> & { shape: Shape },
): EndpointField {
  const options = optionsOf(shape);
  const isFile = place === 'body' && bodyKind === 'multipart' && shape.type === undefined;
  return {
    name,
    place,
    isRequired,
    kind: isFile ? 'file' : options.length > 0 ? 'choice' : kindOf(shape),
    options,
    isSecret: secrets.includes(name),
    deprecated: deprecated[name] ?? null,
  };
}

function optionsOf({ enum: values, const: only, anyOf = [] }: Shape): string[] {
  if (values !== undefined) return values.map(String);
  if (typeof only === 'string') return [only];
  const parts = anyOf.map(optionsOf);
  return parts.length > 0 && parts.every((part) => part.length > 0) ? parts.flat() : [];
}

function kindOf({ type, anyOf = [], const: only }: Shape): EndpointField['kind'] {
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  if (typeof only === 'boolean' || types[0] === 'boolean') return 'boolean';
  const parts = anyOf.map(kindOf);
  if (parts.includes('number')) return 'word';
  if (parts.includes('list')) return 'list';
  if (types.length > 1 || parts.length > 0) return 'text';
  switch (types[0]) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return 'list';
    case 'object':
      return 'hash';
    default:
      return 'text';
  }
}
