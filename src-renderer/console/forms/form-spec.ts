/** A set of choices; the label is for a person. */
export type Options = readonly { value: string; label: string; help?: string }[];

/**
 * What a field is set with. `tri`: yes, no, or not set (null). `tags`: a list of words. `checks`: a list out of options.
 * `day`: a date without a time. `secret`: hidden, and forgotten when the form is left. `own`: by the form's `control` snippet.
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
  | { kind: 'tags'; placeholder?: string }
  | { kind: 'day'; least?: string; most?: string }
  | { kind: 'secret' }
  | { kind: 'own' };

/** One field of a form, by its name in the body. */
export interface FormField<Values = Record<string, unknown>> {
  name: keyof Values & string;
  label: string;
  control: FormControl;
  help?: string;
  /** What is sent when a text is emptied: '' unless told. */
  empty?: null | '';
  /** Fields of the same group stand together under this heading. */
  group?: string;
}
