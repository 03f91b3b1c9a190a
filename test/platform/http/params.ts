/** A received parameter: a text, a JSON value, a list or a hash, but not a file of a multipart body. */
export type Param = string | number | boolean | null | Param[] | Params;
export interface Params {
  [name: string]: Param;
}

export const isHash = (value: Param | undefined): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters without a prototype, so that `__proto__` and `constructor` are ordinary names. */
export const emptyParams = (): Params => Object.create(null) as Params;

/** Both sets of parameters. The second one takes precedence. */
export const mergeParams = (first: Params, second: Params): Params => Object.assign(emptyParams(), first, second);

/** `name[]=v`, `name[key]=v` and `actions[][field]=v` as lists and hashes (document 1:17 and 1:150). */
export function paramsOf(pairs: Iterable<readonly [string, string]>): Params {
  const params = emptyParams();
  for (const [key, value] of pairs) {
    const name = key.split('[', 1)[0] ?? '';
    const steps = [...key.slice(name.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
    params[name] = placed(params[name], steps, value);
  }
  return params;
}

function placed(current: Param | undefined, steps: readonly string[], value: string): Param {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step !== '') {
    const hash = isHash(current) ? current : emptyParams();
    hash[step] = placed(hash[step], rest, value);
    return hash;
  }
  const list = Array.isArray(current) ? current : [];
  const last = list.at(-1);
  // If the last element already has the field, a new element begins.
  const isNext = rest.length === 0 || !isHash(last) || (rest.length === 1 && (rest[0] ?? '') in last);
  if (isNext) list.push(placed(undefined, rest, value));
  else list[list.length - 1] = placed(last, rest, value);
  return list;
}
