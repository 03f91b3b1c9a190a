import type { z } from 'zod';

export type Values = Record<string, unknown>;

/** What a person is writing into a form: checked as it is written, and told apart from what was there before. */
export class FormDraft<V extends Values = Values> {
  readonly schema: z.ZodType<V>;
  values = $state.raw<Values>({});
  /** What was there before: fields that are still the same are not sent. */
  initial = $state.raw<Values>({});
  /** It was sent once, so errors are shown from now on. */
  isTried = $state(false);
  /** What the platform said against single fields, until they are changed. */
  refusals = $state.raw<Readonly<Record<string, string>>>({});
  /** What it said against the whole, until anything is changed. */
  refusal = $state.raw<string | null>(null);
  readonly #checked = $derived.by(() => this.schema.safeParse(present(this.values)));
  readonly errors: Readonly<Record<string, string>> = $derived.by(() => errorsOf(this.#checked.error?.issues ?? []));
  /** The fields that are not as they were. */
  readonly changed: readonly string[] = $derived(
    Object.keys({ ...this.initial, ...this.values }).filter((name) => !isSame(this.initial[name], this.values[name])),
  );

  constructor(schema: z.ZodType<V>, initial: Partial<V>) {
    this.schema = schema;
    this.values = { ...initial };
    this.initial = { ...initial };
  }

  get isDirty(): boolean {
    return this.changed.length > 0;
  }
  get isValid(): boolean {
    return this.#checked.success;
  }

  set(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value };
    const { [name]: _, ...others } = this.refusals;
    this.refusals = others;
    this.refusal = null;
  }

  /** What is wrong with a field, once the form was sent; null while nothing is. */
  errorOf(name: string): string | null {
    return this.refusals[name] ?? (this.isTried ? (this.errors[name] ?? null) : null);
  }

  /** Try to send: the fields that changed, checked; null where something is wrong, which is shown from now on. */
  take(): Partial<V> | null {
    this.isTried = true;
    this.refusal = null;
    const checked = this.#checked;
    if (!checked.success) return null;
    const body = Object.entries(checked.data).filter(([name]) => this.changed.includes(name));
    return Object.fromEntries(body) as Partial<V>;
  }

  /** The platform refused a field; null: the whole. */
  refuse(name: string | null, why: string): void {
    if (name === null) this.refusal = why;
    else this.refusals = { ...this.refusals, [name]: why };
  }

  /** Back to what was there before. */
  discard(): void {
    this.values = { ...this.initial };
    this.isTried = false;
    this.refusals = {};
    this.refusal = null;
  }

  /** What is there now is other than it was: fields that nobody has touched follow it. */
  follow(initial: Partial<V>): void {
    const touched = this.changed;
    const kept = Object.entries(this.values).filter(([name]) => touched.includes(name));
    this.initial = { ...initial };
    this.values = { ...initial, ...Object.fromEntries(kept) };
  }
}

/** Fields without those that are not set: for a schema they are absent. */
function present(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The first thing that is wrong with each field. */
function errorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/** Whether a person would call them the same: nothing, an empty text and an empty list are. */
function isSame(one: unknown, other: unknown): boolean {
  const told = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return '';
    if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value);
    return JSON.stringify(value);
  };
  return told(one) === told(other);
}
