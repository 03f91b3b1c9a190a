import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fill } from '../click.ts';
import { render } from 'vitest-browser-svelte';
import VersionForm from '../../../src-renderer/pages/wikis/VersionForm.svelte';

test('a version that is no SHA says what to enter, also if Enter is pressed, and a valid one opens', async () => {
  const onopen = vi.fn();
  await render(VersionForm, { onopen, oncancel: () => undefined });
  const field = page.getByRole('textbox', { name: 'SHA of a commit of the wiki' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('zzz{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter 7 to 64 hexadecimal digits.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(onopen).not.toHaveBeenCalled();
  await fill(field, ' deadbeef ');
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
  await userEvent.keyboard('{Enter}');
  expect(onopen).toHaveBeenCalledExactlyOnceWith('deadbeef');
});
