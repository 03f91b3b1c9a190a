import { goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

test('the window asks before a reload that would lose input, and keeps it', async ({ window }) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Runners');
  const asked: string[] = [];
  window.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await window.getByRole('button', { name: 'Register runner' }).first().click();
  const description = window.getByRole('dialog').getByRole('textbox', { name: 'Description' });
  await description.fill('Half a na');
  await window.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(description).toHaveValue('Half a na');

  // The draft of a closed dialog is unsaved input too
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toBeHidden();
  await window.evaluate(() => location.reload());
  await expect.poll(() => asked.length).toBe(2);
});
