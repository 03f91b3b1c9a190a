import type { Component } from 'svelte';
import type { z } from 'zod';
import type { Failure } from '#shared/errors.ts';
import type { Labels } from '#shared/text/en/fields.ts';
import type { FieldWiring } from '../../components/inputs/field-wiring.ts';
import type { Stores } from '../../stores/context.ts';
import type { Change, Outcome } from '../plan/plan-and-apply.ts';
import type { FormDraft, Values } from './form-draft.svelte.ts';
import type { StagingProgress } from './staging.svelte.ts';

/** Options of a field with their labels. */
export type Options = readonly { value: string; label: string; help?: string }[];

/** Options with these labels. `values`: the options and their order; default: those of the labels. */
export const optionsOf = <V extends string>(
  labels: Readonly<Record<V, string>>,
  values: readonly NoInfer<V>[] = Object.keys(labels) as V[],
): Options => values.map((value) => ({ value, label: labels[value] }));

/**
 * The control of a field. `tri`: yes, no, or not set (null). `tags`: a list of words; `suggest` finds known words for a
 * typed part. `checks`: a list from options. `day`: a date, with a time if `hasTime`; its menu offers later days if
 * `isAhead`. `lines`: a text of several lines; with `most`, the number of characters left is shown. `secret`: a hidden
 * text. `suggest`: a text with suggestions. `place`: the path or ID of a group or project, or the address of its page,
 * with suggestions. `file`: chosen files, with the progress of sending them to the core. `custom`: a component. The
 * values of `secret`, and of `custom` with `isSecret`, are deleted when the form is closed.
 */
export type FormControl =
  | { kind: 'text'; isMono?: boolean; placeholder?: string; longest?: number }
  | { kind: 'lines'; lines: number; most?: number; isMono?: boolean; placeholder?: string; hasSpellCheck?: boolean }
  | { kind: 'number'; least?: number; most?: number; unit?: string }
  | { kind: 'check' }
  | { kind: 'tri'; unset?: string; yes?: string; no?: string }
  | { kind: 'choice'; options: Options }
  | { kind: 'select'; options: Options }
  | { kind: 'checks'; options: Options }
  | { kind: 'tags'; placeholder?: string; suggest?: (typed: string) => Promise<readonly string[]> }
  | { kind: 'day'; isAhead?: boolean; hasTime?: boolean }
  | { kind: 'secret' }
  | { kind: 'place'; of: 'group' | 'project' }
  | { kind: 'suggest'; known: readonly string[]; isMono?: boolean; placeholder?: string; longest?: number }
  | { kind: 'file'; isMultiple?: boolean; mostBytes?: number; progress: StagingProgress | null }
  | { kind: 'custom'; input: Part; isSecret?: boolean };

/** The control of a name or an identifier. */
export const mono = { kind: 'text', isMono: true } as const;

/** A field of a form, with its name in the body. */
export interface FormField<Values = Record<string, unknown>> {
  name: keyof Values & string;
  label: string;
  control: FormControl;
  help?: string | undefined;
  /** An error that is shown before the form is sent. The form can be sent nevertheless. */
  error?: string | null;
  /** The field is shown, but can't be changed now. Only for texts. */
  isDisabled?: boolean;
  /** The value to send for an emptied text; default: ''. */
  empty?: null | '';
  /** Heading of a group of fields. */
  group?: string | undefined;
  /** What the current values mean. Shown below the field. */
  note?: string;
}

/** A field as a form declares it: its name, or its name with the help and whatever differs from `fieldsOf`. */
export type DeclaredField<V = Record<string, unknown>> =
  | (keyof V & string)
  | (Pick<FormField<V>, 'name'> & Partial<FormField<V>>);

/** A component in a form, with its own properties. The form adds those of `FieldInput`, or the draft. */
export interface Part {
  component: Component<Record<string, unknown>>;
  props: object;
}

/** What a form passes to the control of a field. To a component above or below the fields it passes only the draft. */
export interface FieldInput {
  wiring: FieldWiring;
  value: unknown;
  onset: (value: unknown) => void;
  draft: FormDraft;
}

/** A public key that was found in a field: a sentence about it. */
export interface FoundKey {
  text: string;
  tone?: 'bad' | 'warn';
}

/** A component for a form. `props`: the properties that the form does not pass. */
export function part<P extends object>(component: Component<P>, props: Partial<P> = {}): Part {
  return { component: component as Part['component'], props };
}

/** An error in the input, found when the form is sent. The message is shown at the field. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

interface RefusedAt<V> {
  field: keyof V & string;
  message?: string;
}

/**
 * A form as data. Properties can be getters. If a getter reads reactive state, the form follows its changes.
 * Decision: build/decisions/0045-pages-are-made-of-parts.md
 */
export interface Form<V extends Values = Values> {
  /** Name of the draft, which is kept when the dialog is closed: "runners.edit 42". */
  name: string;
  title: string;
  text?: string | undefined;
  schema: z.ZodType<V>;
  /** The current values. The body contains only the fields that the person changed. */
  initial: Partial<V>;
  /** See `fieldsOf`. A function if the values decide which fields are shown. */
  fields: readonly DeclaredField<V>[] | ((values: Values) => readonly DeclaredField<V>[]);
  /** The labels that differ from the shared ones. */
  labels?: Labels;
  /** Label of the button: a verb and its object. A function if the values decide whether a plan follows. */
  submitLabel: string | ((values: Values) => string);
  /**
   * The change to plan and apply, from the changed fields and from all values; null: nothing to change. Fails:
   * `FieldError` for wrong input.
   */
  change?(this: void, body: Partial<V>, values: Partial<V>): Change | null | Promise<Change | null>;
  /** Sends the form instead of `change`, if one change is not enough. */
  submit?(this: void, body: Partial<V>, values: Partial<V>): Promise<Outcome>;
  /**
   * Carries out a form that changes nothing on the instance. Such a form also works offline and in read-only profiles.
   */
  run?(this: void, values: Partial<V>): Promise<unknown>;
  /** Called after the change was applied. */
  onapplied?(this: void): void;
  /** The field and the message of a refusal in which the platform does not name the field. */
  refusedAt?(
    this: void,
    failure: Failure,
    body: Partial<V>,
    op: string,
  ): RefusedAt<V> | undefined | Promise<RefusedAt<V> | undefined>;
  isWide?: boolean;
  /** See `Dialog`. */
  isPage?: boolean;
  /** The form can be sent unchanged, for example to create something. */
  isNew?: boolean;
  /** The change deletes or overwrites something. */
  isDestructive?: boolean;
  /** Why the form can't be sent yet; null: it can be sent. */
  unreadyReason?: string | null;
  /** False while something is loaded that the form needs. */
  isReady?: boolean;
  /** Components above and below the fields. */
  above?: Part;
  below?: Part;
}

/** Makes a form when its dialog is created. The module of a form exports this function as `form`. */
export type MakeForm<Target, V extends Values> = (stores: Stores, target: Target) => Form<V>;
