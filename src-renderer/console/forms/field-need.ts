import type { FormDraft } from './form-draft.svelte.ts';
import type { FormField } from './form-spec.ts';

/** Null: neither required nor optional, because the control always has a value or offers an empty option. */
export type FieldNeed = 'required' | 'optional' | null;

/** Whether the schema requires a value in this field, with the current values of the other fields. */
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

/** The value of a field after the person has emptied its control. */
export function emptyValueOf({ control: { kind }, empty }: FormField): unknown {
  if (empty !== undefined) return empty;
  if (kind === 'tags' || kind === 'checks' || kind === 'file') return [];
  return ['text', 'lines', 'secret', 'suggest', 'place'].includes(kind) ? '' : undefined;
}
