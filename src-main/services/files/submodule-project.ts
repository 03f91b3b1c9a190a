import { parseAddress } from '../catalogue-address.ts';

/** The superproject. `url`: of the instance. `path`: of the project; null: not known. */
interface Superproject {
  url: string;
  path: string | null;
}

/**
 * The path of the project on this instance that a submodule's URL names; null: it is on another host, or the URL can't be
 * resolved. A URL that starts with `./` or `../` is relative to the superproject, as in Git. No request is sent, so the
 * project may not exist.
 */
export function projectOfSubmodule(url: string, { url: instance, path }: Superproject): string | null {
  const address = /^\.\.?\//.test(url) ? resolved(url, instance, path) : url;
  // Git treats any other text as a local path. `group:` and `project:` are words of Reeve.
  if (address === null || !/^(?!group:|project:)(?:(?:https?|ssh|git):\/\/|(?:[\w.-]+@)?[^:/]+:)/i.test(address))
    return null;
  const read = parseAddress(address, instance);
  if (read.kind === 'unread' || read.kind === 'group' || read.path === null) return null;
  return read.path.includes('/') ? read.path : null;
}

function resolved(url: string, instance: string, path: string | null): string | null {
  if (path === null) return null;
  const names = path.split('/');
  for (const name of url.split('/')) {
    if (name === '' || name === '.') continue;
    // A `..` above the root of the instance would replace the host
    if (name === '..' && names.pop() === undefined) return null;
    if (name !== '..') names.push(encodeURIComponent(name));
  }
  return `${instance.replace(/\/+$/, '')}/${names.join('/')}`;
}
