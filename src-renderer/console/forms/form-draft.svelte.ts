import type { z } from 'zod';

export type Values = Record<string, unknown>;

/** The input of a form: validated while it is typed, and compared with the initial values. */
export class FormDraft<V extends Values = Values> {
  readonly schema: z.ZodType<V>;
  values = $state.raw<Values>({});
  /** The initial values. Unchanged fields are not sent. */
  initial = $state.raw<Values>({});
  /** The form was submitted once, so errors are shown. */
  isTried = $state(false);
  /** Errors of the platform by field. An error is kept until its field is changed or the form is sent again. */
  refusals = $state.raw<Readonly<Record<string, string>>>({});
  /** The error of the platform for the whole form, until any field is changed. */
  refusal = $state.raw<string | null>(null);
  /** The original messages of the platform by field; the key '' is the message about the whole form. */
  #reported = $state.raw<Readonly<Record<string, string | null>>>({});
  readonly #checked = $derived.by(() => this.schema.safeParse(present(this.values)));
  readonly errors: Readonly<Record<string, string>> = $derived.by(() => errorsOf(this.#checked.error?.issues ?? []));
  /** The changed fields. */
  readonly changed: readonly string[] = $derived(changedIn(this.initial, this.values));

  constructor(schema: z.ZodType<V>, initial: Partial<V>) {
    this.schema = schema;
    this.values = { ...initial };
    this.initial = { ...initial };
  }

  // Not from `changed`: while a component is destroyed, Svelte returns the last known value of a derived value
  get isDirty(): boolean {
    return changedIn(this.initial, this.values).length > 0;
  }
  get isValid(): boolean {
    return this.#checked.success;
  }

  /** Whether a field would be valid with this value. */
  accepts(name: string, value: unknown): boolean {
    const { error } = this.schema.safeParse(present({ ...this.values, [name]: value }));
    return errorsOf(error?.issues ?? [])[name] === undefined;
  }

  set(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value };
    const { [name]: _, ...others } = this.refusals;
    this.refusals = others;
    this.refusal = null;
  }

  /** The error of a field after the form was submitted; null: none. */
  errorOf(name: string): string | null {
    return this.refusals[name] ?? (this.isTried ? (this.errors[name] ?? null) : null);
  }

  /** Submit: returns the changed fields after validation; null if there are errors, which are shown from now on. */
  take(): Partial<V> | null {
    this.isTried = true;
    this.refusal = null;
    const checked = this.#checked;
    if (!checked.success) return null;
    this.refusals = {};
    const body = Object.entries(checked.data).filter(([name]) => this.changed.includes(name));
    return Object.fromEntries(body) as Partial<V>;
  }

  /**
   * The original message of the platform about a field, or (null) about the whole form. Null: the shown error contains
   * it.
   */
  reportedFor(name: string | null): string | null {
    const isShown = name === null ? this.refusal !== null : this.refusals[name] !== undefined;
    return isShown ? (this.#reported[name ?? ''] ?? null) : null;
  }

  /** Show an error of the platform at a field, or (null) for the whole form. `reported`: the original message. */
  refuse(name: string | null, why: string, reported: string | null = null): void {
    this.#reported = { ...this.#reported, [name ?? '']: reported };
    if (name === null) this.refusal = why;
    else this.refusals = { ...this.refusals, [name]: why };
  }

  /** Reset to the initial values. */
  discard(): void {
    this.values = { ...this.initial };
    this.isTried = false;
    this.refusals = {};
    this.refusal = null;
  }

  /** Change the initial values: unchanged fields take the new ones. */
  follow(initial: Partial<V>): void {
    const touched = this.changed;
    const kept = Object.entries(this.values).filter(([name]) => touched.includes(name));
    this.initial = { ...initial };
    this.values = { ...initial, ...Object.fromEntries(kept) };
  }
}

/** The names of the fields that differ. */
function changedIn(initial: Values, values: Values): string[] {
  return Object.keys({ ...initial, ...values }).filter((name) => !isSame(initial[name], values[name]));
}

/** Fields without those that are not set. A schema expects unset fields to be absent. */
function present(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The first error of each field. */
function errorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}

/** Whether two values are equal for a person: no value, an empty text and an empty list are. */
function isSame(one: unknown, other: unknown): boolean {
  const normalized = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return '';
    if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value);
    return JSON.stringify(value);
  };
  return normalized(one) === normalized(other);
}
