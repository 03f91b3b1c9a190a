import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openWindow } from './window.ts';

afterEach(() => page.viewport(1280, 800));

test('in a low window the sidebar scrolls to the current page, also after the window becomes lower', async () => {
  await page.viewport(720, 450);
  await openWindow({ path: '/explorer' });
  const link = () => page.getByRole('navigation', { name: 'Consoles' }).getByRole('link', { name: 'API explorer' });
  await expect.element(link()).toBeInViewport({ ratio: 1 });
  await page.viewport(720, 320);
  await expect.element(link()).toBeInViewport({ ratio: 1 });
});

test('on the page of a person, the link to the users is the current one', async () => {
  await openWindow({ path: '/people/5', answers: { people: { get: () => ({ people: [null] }) } } });
  const link = page.getByRole('navigation', { name: 'Consoles' }).getByRole('link', { name: 'Users', exact: true });
  await expect.element(link).toHaveAttribute('aria-current', 'page');
});
