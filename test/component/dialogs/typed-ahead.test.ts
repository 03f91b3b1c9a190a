import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ConfirmByName from '../../../src-renderer/components/overlays/ConfirmByName.svelte';
import PageHead from '../../../src-renderer/components/display/PageHead.svelte';
import type { DialogContent } from '../../../src-renderer/stores/window/open-dialogs.svelte.ts';
import { renderPage } from '../console/render-page.ts';

test('text typed while a dialog is loaded goes into its first field', async () => {
  const { stores } = await renderPage(PageHead as Component<never>, { props: { title: 'Instances' } });
  const loaded = Promise.withResolvers<DialogContent>();
  stores.dialogs.open(loaded.promise);
  await userEvent.keyboard('Sta');
  const words = {
    title: 'Remove Staging',
    consequence: 'It is removed.',
    fieldLabel: 'Name',
    fieldError: 'Wrong name',
  };
  loaded.resolve([ConfirmByName as never, { ...words, name: 'Staging', onconfirm: () => Promise.resolve() }]);
  await expect.element(page.getByRole('textbox')).toHaveValue('Sta');
  await userEvent.keyboard('ging');
  await expect.element(page.getByRole('textbox')).toHaveValue('Staging');
});
