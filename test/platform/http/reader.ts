import type { Param, Params } from './params.ts';
import { isHash } from './params.ts';
import { badParameter } from './refusal.ts';

interface Readers<Absent> {
  /** A text. A JSON number or boolean is converted. */
  text(name: string): string | Absent;
  integer(name: string): number | Absent;
  boolean(name: string): boolean | Absent;
  oneOf<const T extends string>(name: string, values: readonly T[]): T | Absent;
  /** ISO 8601 with or without fraction, offset or time (readings 35), in milliseconds. */
  instant(name: string): number | Absent;
  /** `YYYY-MM-DD`, in milliseconds at midnight UTC. */
  date(name: string): number | Absent;
  /** `name[]=v`, a JSON array or text with commas, as texts. */
  list(name: string): string[] | Absent;
  integers(name: string): number[] | Absent;
  hash(name: string): Params | Absent;
  /** A list of hashes such as `actions[][field]` or `files[]`. */
  hashes(name: string): Params[] | Absent;
}

/** Reads typed parameters. Fails: 400 with the message of the platform for a missing parameter or a wrong type. */
export interface Reader extends Readers<undefined> {
  readonly required: Readers<never>;
  /** Whether it is given, also as null or as an empty text. */
  has(name: string): boolean;
  isNull(name: string): boolean;
  /** At most one of these. */
  exclusive(...names: string[]): void;
  /** At least one of these. */
  someOf(...names: string[]): void;
}

export function reader(params: Params): Reader {
  const optional = readersOf(params, () => undefined);
  const given = (name: string) => !isAbsent(params[name]);
  return {
    ...optional,
    required: readersOf(params, (name): never => {
      throw badParameter(`${name} is missing`);
    }),
    has: (name) => name in params,
    isNull: (name) => params[name] === null,
    exclusive(...names) {
      if (names.filter(given).length > 1) throw badParameter(`${names.join(', ')} are mutually exclusive`);
    },
    someOf(...names) {
      if (!names.some(given))
        throw badParameter(`${names.join(', ')} are missing, at least one parameter must be provided`);
    },
  };
}

const isAbsent = (value: Param | undefined): value is null | undefined => value === undefined || value === null;

function invalid(name: string): never {
  throw badParameter(`${name} is invalid`);
}

function readersOf<Absent>(params: Params, absent: (name: string) => Absent): Readers<Absent> {
  const read =
    <T>(convert: (value: Exclude<Param, null>, name: string) => T) =>
    (name: string): T | Absent => {
      const value = params[name];
      return isAbsent(value) ? absent(name) : convert(value, name);
    };
  /** As on the platform, an empty text for a parameter of another type counts as not given. */
  const readFilled =
    <T>(convert: (value: Exclude<Param, null>, name: string) => T) =>
    (name: string): T | Absent =>
      params[name] === '' ? absent(name) : read(convert)(name);
  return {
    text: read(toText),
    integer: readFilled(toInteger),
    boolean: readFilled(toBoolean),
    oneOf<const T extends string>(name: string, values: readonly T[]) {
      return readFilled((value) => {
        const found = values.find((candidate) => candidate === (typeof value === 'object' ? '' : String(value)));
        if (found === undefined) throw badParameter(`${name} does not have a valid value`);
        return found;
      })(name);
    },
    instant: readFilled(toInstant),
    date: readFilled((value, name) => {
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) invalid(name);
      return toInstant(value, name);
    }),
    list: read(toList),
    integers: read((value, name) => toList(value, name).map((item) => toInteger(item, name))),
    hash: read((value, name) => (isHash(value) ? value : invalid(name))),
    hashes: read((value, name) => {
      const list = isHash(value) ? Object.values(value) : value;
      return Array.isArray(list) && list.every(isHash) ? list : invalid(name);
    }),
  };
}

function toText(value: Param, name: string): string {
  return typeof value === 'object' ? invalid(name) : String(value);
}

function toInteger(value: Param, name: string): number {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^[+-]?\d{1,15}$/.test(text.trim())) invalid(name);
  return Number(text);
}

function toBoolean(value: Param, name: string): boolean {
  const text = typeof value === 'object' ? '' : String(value).toLowerCase();
  if (['true', 't', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', 'f', '0', 'no', 'off'].includes(text)) return false;
  return invalid(name);
}

function toInstant(value: Param, name: string): number {
  const pattern = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/i;
  if (typeof value !== 'string' || !pattern.test(value)) return invalid(name);
  const hasZone = value.length <= 10 || /(Z|[+-]\d\d:?\d\d)$/i.test(value);
  // A plus sign that was not encoded is received as a space.
  const text = value
    .replace(/^(.{10}) /, '$1T')
    .replace(/\s(\d\d:?\d\d)$/, '+$1')
    .replace(',', '.');
  const ms = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(ms) ? invalid(name) : ms;
}

function toList(value: Param, name: string): string[] {
  if (Array.isArray(value)) return value.map((item) => toText(item, name));
  if (isHash(value)) return Object.values(value).map((item) => toText(item, name));
  return String(value)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
