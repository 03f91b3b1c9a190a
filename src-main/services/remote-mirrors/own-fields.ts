import { ownMirrorFields, type WatchedMirror } from '#shared/contract/remote-mirrors.ts';

export type OwnMirrorFields = Required<Pick<WatchedMirror, (typeof ownMirrorFields)[number]>>;

export function isChanged(row: WatchedMirror, own: OwnMirrorFields): boolean {
  return ownMirrorFields.some((name) => (row[name] ?? null) !== (own[name] ?? null) || row[name] === undefined);
}

/** Host and port of a URL, or of an address such as `git@host:path`. */
export function hostOf(text: string): string | null {
  if (URL.canParse(text)) {
    const { host } = new URL(text);
    if (host !== '') return host;
  }
  const [, host = null] = /^(?:[^@/\s]*@)?([^:/@\s]+):/.exec(text) ?? [];
  return host;
}
