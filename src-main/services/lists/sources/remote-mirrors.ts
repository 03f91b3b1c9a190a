import { remoteMirrors as api } from '#main/api/endpoints/remote-mirrors.ts';
import { ownMirrorFields } from '#shared/contract/remote-mirrors.ts';
import type { OwnSource } from '../list-source.ts';

const own: readonly string[] = ownMirrorFields;

/** A mirror that is requested alone keeps the fields that Reeve added to it. */
export const remoteMirrors: OwnSource<'remoteMirrors'> = {
  read: async ({ send, ref, signal }, id, cached) => ({
    ...Object.fromEntries(Object.entries(cached ?? {}).filter(([name]) => own.includes(name))),
    ...(await send(api.get, { path: { id: ref, mirror_id: id } }, signal)),
  }),
  withoutOwnFields: (row) => Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name))),
};
