import { seconds } from '#shared/time.ts';

const keptMs = seconds(60);

/** `compared`: the clipboard is emptied only if it still has the secret. `blind`: it is overwritten without a check. */
export type Clearing = 'compared' | 'blind';

/**
 * Copy a secret to the clipboard and empty the clipboard after a minute. Only the digest of the secret is kept, to
 * check whether the clipboard still has it. If the browser does not allow reading, the clipboard is overwritten.
 * Without the focus a window may do neither; then this happens when the focus returns. Fails: rejects if the clipboard
 * cannot be written.
 */
export async function copySecret(value: string): Promise<Clearing> {
  await navigator.clipboard.writeText(value);
  const digest = await digestOf(value);
  setTimeout(() => whenFocused(() => void clear(digest)), keptMs);
  return (await mayRead()) ? 'compared' : 'blind';
}

async function clear(digest: string): Promise<void> {
  try {
    if ((await mayRead()) && (await digestOf(await navigator.clipboard.readText())) !== digest) return;
    await navigator.clipboard.writeText('');
  } catch {
    // The window lost the focus in between, or access to the clipboard was revoked.
    if (!document.hasFocus()) whenFocused(() => void clear(digest));
  }
}

function whenFocused(run: () => void): void {
  if (document.hasFocus()) run();
  else window.addEventListener('focus', run, { once: true });
}

async function mayRead(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    return state === 'granted';
  } catch {
    return false;
  }
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].join(' ');
}
