import { tick } from 'svelte';

/**
 * After errors are rendered, move the focus to the first control with an error. `data-invalid` marks a control that can't
 * have the attribute `aria-invalid`, for example an editor. In a group of radio buttons or checkboxes, the checked or
 * first one gets the focus.
 */
export async function focusFirstError(form: HTMLElement | null | undefined): Promise<void> {
  await tick();
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
  const option = (checked: string) => invalid?.querySelector<HTMLInputElement>(`:scope input${checked}`);
  const isGroup = invalid?.matches('[role="radiogroup"], [data-invalid]') === true;
  (isGroup ? (option(':checked') ?? option('') ?? invalid) : invalid)?.focus();
}
