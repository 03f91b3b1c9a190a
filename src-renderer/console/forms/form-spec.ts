/** Options of a field with their labels. */
export type Options = readonly { value: string; label: string; help?: string }[];

/**
 * The control of a field. `tri`: yes, no, or not set (null). `tags`: a list of words; `suggest` finds known words for a typed part. `checks`: a list from options.
 * `day`: a date without a time. `secret`: hidden, and deleted when the form is closed. `custom`: by the `control` snippet
 * of the form.
 */
export type FormControl =
  | { kind: 'text'; isMono?: boolean; placeholder?: string }
  | { kind: 'lines'; lines: number; isMono?: boolean; placeholder?: string }
  | { kind: 'number'; least?: number; most?: number; unit?: string }
  | { kind: 'check' }
  | { kind: 'tri'; unset?: string; yes?: string; no?: string }
  | { kind: 'choice'; options: Options }
  | { kind: 'select'; options: Options }
  | { kind: 'checks'; options: Options }
  | { kind: 'tags'; placeholder?: string; suggest?: (typed: string) => Promise<readonly string[]> }
  | { kind: 'day'; least?: string; most?: string }
  | { kind: 'secret' }
  | { kind: 'custom' };

/** A field of a form, with its name in the body. */
export interface FormField<Values = Record<string, unknown>> {
  name: keyof Values & string;
  label: string;
  control: FormControl;
  help?: string;
  /** The value to send for an emptied text; default: ''. */
  empty?: null | '';
  /** Heading of a group of fields. */
  group?: string;
}
