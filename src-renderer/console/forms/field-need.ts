import type { FormDraft } from './form-draft.svelte.ts';
import type { FormField } from './form-spec.ts';

/** Null: the control always has a value, or an empty value is one of its options. */
export type FieldNeed = 'required' | 'optional' | null;

/** Whether the form is refused without a value in this field, by its schema and its other values. */
export function needOf(draft: Pick<FormDraft, 'initial' | 'accepts'>, field: FormField): FieldNeed {
  const { name, control } = field;
  const initial = draft.initial[name];
  const isEmpty = (initial ?? '') === '' || (Array.isArray(initial) && initial.length === 0);
  if (control.kind === 'check' || control.kind === 'tri') return null;
  if (control.kind === 'choice' || control.kind === 'select') {
    if (!isEmpty || control.options.some(({ value }) => value === '')) return null;
  }
  return draft.accepts(name, isEmpty ? initial : emptyValueOf(field)) ? 'optional' : 'required';
}

/** The value after a person emptied the control. */
export function emptyValueOf({ control: { kind }, empty }: FormField): unknown {
  if (empty !== undefined) return empty;
  if (kind === 'tags' || kind === 'checks' || kind === 'file') return [];
  return ['text', 'lines', 'secret', 'suggest', 'place'].includes(kind) ? '' : undefined;
}
