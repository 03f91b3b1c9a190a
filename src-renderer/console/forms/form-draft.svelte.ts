import type { z } from 'zod';
import { checkValues, isSame, type Checked, type CheckedField } from './check-values.ts';

export type Values = Record<string, unknown>;

/** The input of a form: validated while it is typed, and compared with the initial values. */
export class FormDraft<V extends Values = Values> {
  readonly schema: z.ZodType<V>;
  values = $state.raw<Values>({});
  /** The initial values. Unchanged fields are not sent. */
  initial = $state.raw<Values>({});
  /** The shown fields. A check needs them to name a field in its error, and to trim single-line texts. */
  fields = $state.raw<readonly CheckedField[]>([]);
  /** The form was submitted once, so errors are shown. */
  isTried = $state(false);
  /** Errors of the platform by field. An error is kept until its field is changed or the form is sent again. */
  refusals = $state.raw<Readonly<Record<string, string>>>({});
  /** The error of the platform for the whole form, until any field is changed. */
  refusal = $state.raw<string | null>(null);
  /** The original messages of the platform by field; the key '' is the message about the whole form. */
  #reported = $state.raw<Readonly<Record<string, string | null>>>({});
  readonly #checked = $derived.by(() => this.#check(this.values));
  readonly errors: Checked<V>['errors'] = $derived(this.#checked.errors);
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
    return this.#checked.data !== undefined;
  }

  /** Whether a field would be valid with this value. */
  accepts(name: string, value: unknown): boolean {
    return this.#check({ ...this.values, [name]: value }).errors[name] === undefined;
  }

  #check(values: Values): Checked<V> {
    return checkValues(this.schema, values, { initial: this.initial, fields: this.fields });
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
    const { data } = this.#checked;
    if (data === undefined) return null;
    this.refusals = {};
    const body = Object.entries(data).filter(([name]) => this.changed.includes(name));
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
