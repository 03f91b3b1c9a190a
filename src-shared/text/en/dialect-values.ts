import type { DialectName } from './dialect-names.ts';
import { fieldName } from './fields.ts';

const insteadOf = (values: readonly (string | number)[]): string =>
  values.length === 0 ? '' : values.length === 1 ? ` Use “${values[0]}”.` : ` Use one of these: ${values.join(', ')}.`;

const kinds: Readonly<Record<DialectName, string>> = { documented: 'The documented API', gitlab: 'GitLab' };

/** Words about values and fields that instances of some dialects refuse. */
export const dialectValues = {
  /** `instead`: the name of the value there, or the values that are accepted. */
  refused: (dialect: DialectName, field: string, value: string, instead: readonly (string | number)[]) =>
    `${kinds[dialect]} doesn’t accept “${value}” for “${fieldName(field)}”.${insteadOf(instead)}`,
  noField: (dialect: DialectName, field: string) => `${kinds[dialect]} has no field “${fieldName(field)}” here.`,
  needed: (dialect: DialectName, field: string) => `${kinds[dialect]} needs the field “${fieldName(field)}” here.`,
  /** About a filter that was set for an instance of another kind, for example by a saved view. */
  notHere: (filter: string, dialect: DialectName) => `${filter}: ${kinds[dialect]} doesn’t have this value`,
};
