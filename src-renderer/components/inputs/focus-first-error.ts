import { tick } from 'svelte';

/** After the errors are drawn, put the focus on the first control that has one. */
export async function focusFirstError(form: HTMLElement | null | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
