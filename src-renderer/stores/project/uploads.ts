import { decoded } from '#shared/contract/decoded.ts';
import type { Exported } from '#shared/contract/exported.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Download a file that a text links to. Fails: as `uploads.saveLinked`. */
export function saveLinkedUpload({ client }: Session, scope: Scope, { secret, name }: LinkedUpload): Promise<Exported> {
  return client.uploads.saveLinked({ scope, secret, name });
}

/** The parts of the address of an uploaded file. */
export interface LinkedUpload {
  secret: string;
  name: string;
}

/**
 * The uploaded file that an address in a text refers to: `/uploads/SECRET/NAME`, which is relative to the project, or an
 * address of the same project on the instance. Null: another address. `project`: its web address without a slash at the
 * end, null if it is not known.
 */
export function linkedUpload(address: string, project: string | null): LinkedUpload | null {
  const isAbsolute = project !== null && address.startsWith(`${project}/`);
  const path = isAbsolute ? address.slice(project.length) : address;
  const [, secret, encoded] = /^\/(?:-\/)?uploads\/([\w-]{32})\/([^/?#\\]+)(?:[?#].*)?$/.exec(path) ?? [];
  const name = encoded === undefined ? null : decoded(encoded);
  const isFile = name !== null && name.length <= 1_000 && /^(?!\.+$)[^/]+$/.test(name);
  return secret === undefined || !isFile ? null : { secret, name };
}

/** Download an uploaded file to a place that the person chooses. Fails: as `uploads.save`. */
export function saveUpload({ client }: Session, upload: { scope: Scope; id: number }): Promise<Exported> {
  return client.uploads.save(upload);
}
