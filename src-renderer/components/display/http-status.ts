/** How a status is colored. A status that is no code is a text of the platform: the receiver sent no response. */
export function readStatus(status: string | number | null | undefined): {
  code: string | null;
  tone: 'ok' | 'warn' | 'bad' | 'muted';
} {
  const text = String(status ?? '');
  if (!/^[1-5]\d\d$/.test(text)) return { code: null, tone: 'bad' };
  return { code: text, tone: toneOf(text) };
}

function toneOf(code: string): 'ok' | 'warn' | 'bad' | 'muted' {
  if (code.startsWith('2')) return 'ok';
  if (code.startsWith('4')) return 'warn';
  return code.startsWith('5') ? 'bad' : 'muted';
}
