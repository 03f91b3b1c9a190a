import { decoded } from '#shared/contract/decoded.ts';

/** The project in which an address is looked up. */
export interface AddressedProject {
  /** The address of the instance. */
  instance: string;
  /** The ID or the path. */
  ref: number | string;
  /** The full path; null: not known. */
  path: string | null;
}

/** What identifies an upload, or why a text does not: it has no such address, or one of another instance or project. */
export type ReadAddress =
  | { secret: string; filename: string }
  | { problem: 'noAddress' | 'otherInstance' | 'otherProject' };

/**
 * Read the address of an upload: `/uploads/SECRET/NAME`, the same below the address of the project, or a Markdown link to
 * it. An address without a project counts as one of this project.
 */
export function readUploadAddress(text: string, project: AddressedProject): ReadAddress {
  const [, linked] = /\]\(([^()\s]+)\)\s*$/.exec(text) ?? [];
  const address = (linked ?? text).trim();
  const base = project.instance.replace(/\/$/, '');
  const isAbsolute = /^https?:\/\//i.test(address);
  if (isAbsolute && !address.startsWith(`${base}/`)) return { problem: 'otherInstance' };
  const path = isAbsolute ? address.slice(base.length) : `/${address.replace(/^\//, '')}`;
  const [, place = '', secret, encoded] = /^(.*)\/uploads\/([\w-]{32})\/([^/?#\\]+)(?:[?#].*)?$/.exec(path) ?? [];
  const filename = encoded === undefined ? null : decoded(encoded);
  if (secret === undefined || filename === null || /^\.+$|\//.test(filename)) return { problem: 'noAddress' };
  return isOfProject(place, project) ? { secret, filename } : { problem: 'otherProject' };
}

/** `place`: the part of the path before `/uploads`. */
function isOfProject(place: string, { ref, path }: AddressedProject): boolean {
  const [, named] = /^\/-\/project\/(\d+)$/.exec(place) ?? [];
  if (named !== undefined) return typeof ref !== 'number' || Number(named) === ref;
  const namedPath = place.replace(/\/-$/, '').slice(1);
  return namedPath === '' || path === null || namedPath.toLowerCase() === path.toLowerCase();
}
