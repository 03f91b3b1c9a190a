import { seconds } from '#shared/time.ts';

const keptMs = seconds(60);

/** Whether the clipboard can be compared before it is emptied, or only overwritten. */
export type Clearing = 'compared' | 'blind';

/**
 * Put a secret on the clipboard and empty it a minute later, where it still holds the secret. The value is not kept for
 * that, only its digest. Where the browser does not let it be read, it is overwritten. A window without the focus may
 * do neither, so then it is done when the focus comes back. Rejects when the clipboard refuses.
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
    // The focus went again in between, or the clipboard was taken away.
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
