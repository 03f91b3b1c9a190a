import { isAccepted, isOfOther, valueInDialect, valuesIn } from '#shared/contract/dialect-values.ts';
import { Failure } from '#shared/errors.ts';
import { dialectValues as words } from '#shared/text/en/dialect-values.ts';
import type { Endpoint } from '../../types.ts';
import type { DialectName } from '../wire/dialect.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fails: `invalid`/`not-in-dialect` with the `field` that instances of this dialect are known to refuse. */
export function checkDialect({ perDialect = {} }: Endpoint, fields: Fields, dialect: DialectName): void {
  const { values = {}, names, needed } = perDialect;
  const refuse = (field: string, message: string): never => {
    throw new Failure('invalid', message, { reason: 'not-in-dialect', field, reportedMessage: message });
  };
  for (const [field, set] of Object.entries(values)) {
    const value = field.split('.').reduce<unknown>((within, name) => (within as Fields | undefined)?.[name], fields);
    const texts = [value].flat().flatMap((one: unknown) => ((one ?? null) === null ? [] : [String(one)]));
    const wrong = texts.find((text) => !isAccepted(set, text, dialect));
    if (wrong === undefined) continue;
    const own = valueInDialect(wrong, dialect);
    refuse(field, words.refused(dialect, field, wrong, own === wrong ? valuesIn(set, dialect) : [own]));
  }
  const given = Object.keys(fields).filter((name) => fields[name] !== undefined);
  const unknown = given.find((name) => names !== undefined && isOfOther(names, name, dialect));
  if (unknown !== undefined) refuse(unknown, words.noField(dialect, unknown));
  const missing = dialect === 'gitlab' ? needed?.(fields).find((name) => (fields[name] ?? '') === '') : undefined;
  if (missing !== undefined) refuse(missing, words.needed(dialect, missing));
}
