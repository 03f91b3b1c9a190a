/** A parameter as it came: text, a JSON value, a list or a hash. Files of a multipart body are not among them. */
export type Param = string | number | boolean | null | Param[] | Params;
export interface Params {
  [name: string]: Param;
}

export const isHash = (value: Param | undefined): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters without a prototype: `__proto__` and `constructor` are names like any other. */
export const emptyParams = (): Params => Object.create(null) as Params;

/** Two sets as one; the later one wins. */
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
  // A field that the last element already has begins the next element.
  const isNext = rest.length === 0 || !isHash(last) || (rest.length === 1 && (rest[0] ?? '') in last);
  if (isNext) list.push(placed(undefined, rest, value));
  else list[list.length - 1] = placed(last, rest, value);
  return list;
}
