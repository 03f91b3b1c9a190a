/** Host and port of a URL, or of an address such as `git@host:path`. */
export function hostOf(text: string): string | null {
  const parsed = URL.parse(text)?.host ?? '';
  if (parsed !== '') return parsed;
  const [, host = null] = /^(?:[^@/\s]*@)?([^:/@\s]+):/.exec(text) ?? [];
  return host;
}
