import { tick } from 'svelte';

/** After errors are rendered, move the focus to the first control with an error. */
export async function focusFirstError(form: HTMLElement | null | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
