import { decoded } from '#shared/contract/decoded.ts';
import { catalogueLines as words } from '#shared/text/en/catalogue-lines.ts';

/**
 * The parsed address of a group or project. `kind` null: the address can be either. `rest`: the parts of the path of a
 * page below it, without `-`.
 */
export type ParsedAddress =
  | { kind: 'group' | 'project' | null; id: number | null; path: string | null; rest?: readonly string[] }
  | { kind: 'unread'; why: string };

/** A path segment: letters, digits, `_`, `-` and `.`, not starting with `-`. */
const segment = /^[\p{L}\p{N}_.][\p{L}\p{N}_.-]*$/u;
/** Maximum characters of a full path. */
const mostInPath = 255;
/** First path segments that are pages of the instance, not groups. */
const ownPages = new Set(
  'admin,api,assets,dashboard,explore,help,import,jwt,oauth,profile,public,search,s,snippets,unsubscribes,uploads,users,-'.split(
    ',',
  ),
);
/** First segments below a project in old addresses, which have no `/-/`. */
const below = new Set(
  'activity,blame,blob,branches,builds,commit,commits,compare,edit,environments,forks,graphs,hooks,issues,jobs,labels,merge_requests,milestones,network,pipelines,project_members,raw,releases,settings,snippets,tags,tree,wikis'.split(
    ',',
  ),
);

const unread = (why: string): ParsedAddress => ({ kind: 'unread', why });

/**
 * Parse an id, a full path, or an address of the instance: `42`, `corp/app`, `group:42`,
 * `https://host/corp/app/-/issues`, `https://host/groups/corp`, `…/api/v4/projects/7/…`, `git@host:corp/app.git`,
 * `host:corp/app.git`. `base` is the profile's URL.
 */
export function parseAddress(text: string, base: string): ParsedAddress {
  const read = parseWord(text, base);
  const isTooLong = read.kind !== 'unread' && (read.path?.length ?? 0) > mostInPath;
  return isTooLong ? unread(words.why.tooLong(mostInPath)) : read;
}

function parseWord(text: string, base: string): ParsedAddress {
  const word = text
    .trim()
    .replace(/^(["'`<])(.*)["'`>]$/, '$2')
    .trim();
  if (word === '') return unread(words.why.empty);
  if (/\s/.test(word)) return unread(words.why.space);
  const scope = /^(group|project):([^/].*)$/.exec(word);
  if (scope !== null) return ofKind(scope[1] as 'group' | 'project', ofRef(scope[2] ?? ''));
  if (/^(https?|ssh|git):\/\//i.test(word)) return ofUrl(word, base);
  const [, user, name = '', clone = ''] = /^([\w.-]+@)?([^:/@]+):(.+)$/.exec(word) ?? [];
  // Without a user, a number after the host is a port
  const isClone = user !== undefined || !/^\d+(?:\/|$)/.test(clone);
  if (isClone && name !== '' && sameHost(name, base)) return ofClone(clone);
  if (user !== undefined) return unread(words.why.otherHost(name));
  const host = new URL(base).host.toLowerCase();
  if (word.toLowerCase() === host || word.toLowerCase().startsWith(`${host}/`)) return ofUrl(`https://${word}`, base);
  return ofRef(word.replace(/[?#].*$/, ''));
}

/** Restrict a parsed address to the kind that the person chose. An address of the other kind is invalid. */
export function ofKind(kind: 'group' | 'project', read: ParsedAddress): ParsedAddress {
  if (read.kind === 'unread') return read;
  if (read.kind !== null && read.kind !== kind)
    return unread(read.kind === 'group' ? words.why.isGroup : words.why.isProject);
  if (kind === 'project' && read.path !== null && !read.path.includes('/')) return unread(words.why.needsNamespace);
  return { ...read, kind };
}

function ofRef(word: string): ParsedAddress {
  if (/^\d+$/.test(word)) return ofId(word);
  const path = cleanPath(word.split('/'));
  if (path === null) return unread(words.why.notAnAddress);
  return { kind: null, id: null, path };
}

function ofId(digits: string, kind: 'group' | 'project' | null = null): ParsedAddress {
  const id = Number(digits);
  return Number.isSafeInteger(id) && id > 0 ? { kind, id, path: null } : unread(words.why.badId);
}

function ofClone(path: string): ParsedAddress {
  return asProject(cleanPath(path.split('/')));
}

function ofUrl(text: string, base: string): ParsedAddress {
  const url = URL.parse(text);
  if (url === null) return unread(words.why.notAnAddress);
  if (url.protocol === 'ssh:' || url.protocol === 'git:') {
    return sameHost(url.hostname, base)
      ? ofClone(decoded(url.pathname) ?? url.pathname)
      : unread(words.why.otherHost(url.host));
  }
  const root = new URL(base);
  const prefix = root.pathname.replace(/\/+$/, '');
  // An `http` address of an instance that uses `https` is accepted
  const isHere = url.host === root.host || (url.hostname === root.hostname && url.port === '' && root.port === '');
  const isBelow = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
  if (!isHere || !isBelow) return unread(words.why.otherHost(url.host + (isHere ? url.pathname : '')));
  const raw = url.pathname
    .slice(prefix.length)
    .split('/')
    .filter((part) => part !== '');
  const parts = raw.map((part) => decoded(part) ?? part);
  const [first = '', second = '', third = ''] = parts;
  if (first === 'api') return ofApi(parts.slice(2));
  if (first === 'admin' && (second === 'groups' || second === 'projects')) return ofWeb(second, parts.slice(2));
  if (first === 'groups' || (first === 'projects' && /^\d+$/.test(second))) return ofWeb(first, parts.slice(1));
  if (first === '-' && (second === 'g' || second === 'p') && /^\d+$/.test(third)) {
    return ofId(third, second === 'g' ? 'group' : 'project');
  }
  if (first === '' || ownPages.has(first)) return unread(words.why.noGroupHere);
  return ofPage(parts);
}

/** `/api/v4/groups/42/…`, `/api/v4/projects/corp%2Fapp/…`. */
function ofApi([resource = '', ref = '']: string[]): ParsedAddress {
  if (resource !== 'groups' && resource !== 'projects') return unread(words.why.noGroupHere);
  if (ref === '') return unread(words.why.noGroupHere);
  return ofKind(resource === 'groups' ? 'group' : 'project', ofRef(ref));
}

function ofWeb(resource: string, parts: string[]): ParsedAddress {
  const own = parts.slice(0, cutAt(parts, resource === 'groups'));
  if (own.length === 0) return unread(words.why.noGroupHere);
  return withRest(ofKind(resource === 'groups' ? 'group' : 'project', ofRef(own.join('/'))), parts.slice(own.length));
}

function withRest(read: ParsedAddress, below: readonly string[]): ParsedAddress {
  const rest = below[0] === '-' ? below.slice(1) : below;
  return read.kind === 'unread' || rest.length === 0 ? read : { ...read, rest };
}

/** `/corp/app`, `/corp/app/-/issues/3`, `/corp/app/issues/3`. Only projects have pages in this form. */
function ofPage(parts: string[]): ParsedAddress {
  const end = cutAt(parts, false);
  const path = cleanPath(parts.slice(0, end));
  if (path === null) return unread(words.why.notAnAddress);
  if (end < parts.length) return withRest(asProject(path), parts.slice(end));
  return { kind: null, id: null, path };
}

/** The index at which the path of the group or project ends and its pages begin. */
function cutAt(parts: readonly string[], isGroup: boolean): number {
  const dash = parts.indexOf('-');
  if (dash >= 0) return dash;
  const page = parts.findIndex((part, at) => at >= (isGroup ? 1 : 2) && below.has(part));
  return page < 0 ? parts.length : page;
}

function asProject(path: string | null): ParsedAddress {
  if (path === null) return unread(words.why.notAnAddress);
  return path.includes('/') ? { kind: 'project', id: null, path } : unread(words.why.needsNamespace);
}

function cleanPath(parts: readonly string[]): string | null {
  const own = parts.filter((part, at) => part !== '' || (at > 0 && at < parts.length - 1));
  const [last = ''] = own.slice(-1);
  const path = [...own.slice(0, -1), last.replace(/\.git$/, '')];
  const isPath =
    path.length > 0 && path.length <= 25 && path.every((part) => segment.test(part) && !/^\.+$/.test(part));
  return isPath ? path.join('/') : null;
}

function sameHost(hostname: string, base: string): boolean {
  return hostname.toLowerCase() === new URL(base).hostname.toLowerCase();
}
