import { ownMirrorFields, type WatchedMirror } from '#shared/contract/remote-mirrors.ts';

export type OwnMirrorFields = Required<Pick<WatchedMirror, (typeof ownMirrorFields)[number]>>;

export function isChanged(row: WatchedMirror, own: OwnMirrorFields): boolean {
  return ownMirrorFields.some((name) => (row[name] ?? null) !== (own[name] ?? null) || row[name] === undefined);
}
