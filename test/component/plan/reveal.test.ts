import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import { seconds } from '#shared/time.ts';
import { ask, dialog, type Rig } from './rig.ts';

const value = 'glpat-once-and-never-again';
const region = (): ReturnType<typeof page.getByRole> => page.getByRole('group', { name: /New secret of/ });

/** Create a token whose value is not revealed yet. */
async function minted(): Promise<Rig> {
  const rig = await ask(
    { calls: [{ op: 'group-service-accounts.createToken', path: { id: 1, user_id: 2 } }], isShown: true },
    {
      writes: {
        secrets: { ref1: value },
        nameOf: () => ({ label: 'bot' }),
        undo: () => ({ kind: 'none', why: 'there is no revoke in this API' }),
        confirmation: () => ({ kind: 'plan' }),
        answer: () => ({ status: 201, reveal: { secretRef: 'ref1' } }),
      },
    },
  );
  await click(page.getByRole('button', { name: 'Create 1 access token' }));
  await expect.element(region()).toBeVisible();
  return rig;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a value is revealed only on request, and hidden permanently after two minutes', async () => {
  const { core, writes } = await minted();
  expect(core.calls.some(({ verb }) => verb === 'secrets.reveal')).toBe(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await click(page.getByRole('button', { name: 'Show once' }));
  await eventually(() => expect(document.querySelector<HTMLInputElement>('input[readonly]')?.value).toBe(value));
  expect(writes.secrets).toEqual({});
  await vi.advanceTimersByTimeAsync(seconds(120));
  await eventually(() => expect(document.querySelector('input[readonly]')).toBe(null));
  expect(document.body.textContent).toContain('Reeve keeps no copy of the value');
});

test('a copied secret is removed from the clipboard after a minute', async () => {
  let held = '';
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void (held = text)));
  vi.spyOn(navigator.clipboard, 'readText').mockImplementation(() => Promise.resolve(held));
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' } as PermissionStatus);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  await minted();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await click(page.getByRole('button', { name: 'Copy', exact: true }).first());
  await eventually(() => expect(held).toBe(value));
  await eventually(() => expect(document.body.textContent).toContain('Reeve clears the clipboard'));
  await vi.advanceTimersByTimeAsync(seconds(59));
  expect(held).toBe(value);
  await vi.advanceTimersByTimeAsync(seconds(2));
  await eventually(() => expect(held).toBe(''));
});

test('a text that was copied later stays on the clipboard', async () => {
  let held = '';
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void (held = text)));
  const read = vi.spyOn(navigator.clipboard, 'readText').mockImplementation(() => Promise.resolve(held));
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' } as PermissionStatus);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  await minted();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await click(page.getByRole('button', { name: 'Copy', exact: true }).first());
  await eventually(() => expect(document.body.textContent).toContain('Reeve clears the clipboard'));
  held = 'something else';
  await vi.advanceTimersByTimeAsync(seconds(61));
  await eventually(() => expect(read).toHaveBeenCalled());
  expect(held).toBe('something else');
});

test('leaving the dialog asks until the value was taken', async () => {
  await minted();
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Leave without the secret?' })).toBeVisible();
  await click(page.getByRole('button', { name: 'Stay' }));
  await click(page.getByRole('button', { name: 'Show once' }));
  await expect.element(page.getByRole('textbox', { name: 'Secret value' })).toHaveValue(value);
  const again = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(again);
  expect(again.defaultPrevented).toBe(false);
  page.getByRole('textbox', { name: 'Secret value' }).element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => dialog().elements().length).toBe(0);
});

test('the links to uploaded files are shown in their rows, and closing the plan does not ask', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const op = 'uploads.create';
  const calls = ['one.png', 'two.png'].map((file) => ({ op, path: { id: 1 }, body: { file } }) as const);
  const { press } = await ask(
    { calls, isShown: true },
    {
      writes: {
        secrets: { 'one.png': '![one](/uploads/1a/one.png)', 'two.png': '![two](/uploads/2b/two.png)' },
        nameOf: ({ body }) => ({ label: String(body?.['file']) }),
        answer: ({ body }) => ({ status: 201, reveal: { secretRef: String(body?.['file']), isLink: true } }),
      },
    },
  );
  await click(page.getByRole('button', { name: 'Upload 2 files' }));
  await expect.element(page.getByRole('row', { name: /one\.png.*\/uploads\/1a\// })).toBeVisible();
  await click(page.getByRole('button', { name: 'Copy Markdown link of two.png' }));
  await expect.poll(() => copied.mock.calls).toEqual([['![two](/uploads/2b/two.png)']]);
  // Copying does not open the row
  await expect.element(page.getByRole('region', { name: /^Details of/ })).not.toBeInTheDocument();
  await click(page.getByRole('row', { name: /one\.png/ }));
  const details = page.getByRole('region', { name: 'Details of one.png' });
  await expect.element(details.getByText('![one](/uploads/1a/one.png)')).toBeVisible();
  await press('{Escape}');
  await expect.poll(() => dialog().elements().length).toBe(0);
});
