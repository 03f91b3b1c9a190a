import { foldedText } from '#main/cache/normal-text.ts';
import type { ExactQuery } from '#main/cache/read/closest.ts';
import { collections, hasNumericKey, isCollection, type CollectionName } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import { searchKinds, type LookUp, type SearchHit } from '#shared/contract/search.ts';
import { parseAddress } from '../catalogue-address.ts';
import type { Instance } from '../instances/instance.ts';
import { distinct, ofKind, type Hits } from './hits.ts';

export type KeyVerbs = Pick<Services<ReeveContract>['keys'], 'read' | 'answers'>;
type Wanted = Omit<ExactQuery, 'near' | 'count'>;

/** The most hits of one list, and the most keys of a text. */
const most = 20;
/** Only a text with one of these holds a key or a fingerprint. */
const keyMarks = /SHA256:|MD5:|(?:[0-9a-f]{2}:){15}|AAAA[\w+/]{20}|BEGIN [A-Z0-9 ]*PUBLIC KEY/i;
const sha = /^[0-9a-f]{7,64}$/i;
const number = /^[1-9]\d{0,14}$/;
/** The kinds of rows with a numeric ID. */
const withIds = searchKinds
  .filter((kind) => kind === 'person' || isCollection(kind))
  .filter((kind) => kind === 'person' || hasNumericKey(collections[kind]));

/** The verb `search.recognize`, see the contract. Reads only the cache and the catalogue of the open instance. */
export function recognition(
  open: () => Instance,
  hitsOf: Hits,
  keys: KeyVerbs,
): Services<ReeveContract>['search']['recognize'] {
  return async ({ text, near }, signal) => {
    const typed = text.trim();
    const [chosen] = splitScope(near);
    /** Each returns the hits, or why there are none. */
    const forms: [RegExp, () => Promise<SearchHit[] | string>][] = [
      [number, ofId],
      [/^[#!][1-9]\d{0,14}$/, () => ofNumber(typed, chosen)],
      [/^@[\w.-]{1,255}$/, () => ofUsername(typed.slice(1))],
      [sha, () => ofSha(typed, chosen)],
      [keyMarks, ofKeys],
      [/\//, ofAddress],
    ];
    const found = await Promise.all(forms.flatMap(([form, read]) => (form.test(typed) ? read() : [])));
    return {
      hits: found.flatMap((one) => (typeof one === 'string' ? [] : one)),
      note: found.find((one) => typeof one === 'string') ?? null,
    };

    async function ofId(): Promise<SearchHit[]> {
      const id = Number(typed);
      const rows = await Promise.all(withIds.map((kind) => cached(kind, { by: 'id', value: id })));
      const found = [...rows.flat(), ...hitsOf.places('group', id), ...hitsOf.places('project', id)];
      const isKnown = (kind: SearchHit['kind']): boolean => found.some((hit) => hit.kind === kind);
      if (!isKnown('person')) {
        const [author] = (await open().reader.people({ ids: [id] }, signal)).people;
        found.push(author ? hitsOf.uncached('person', typed, '') : possible('person', typed, { user: id }));
      }
      return isKnown('keys') ? found : [...found, possible('keys', typed)];
    }

    /** All rows with a number (`#12`). That of the project comes first, also if it is not cached. */
    async function ofNumber(reference: string, project: Scope): Promise<SearchHit[]> {
      const [kind, below] = reference.startsWith('#')
        ? (['issues', 'issue'] as const)
        : (['mergeRequests', 'mr'] as const);
      const iid = Number(reference.slice(1));
      const found = await cached(kind, { by: 'iid', value: iid }, project);
      if (!project.startsWith('project:')) return found;
      const place = `${project}/${below}:${iid}`;
      const own = found.find((hit) => hit.place === place) ?? hitsOf.uncached(kind, reference, project, { place });
      return [own, ...found.filter((hit) => hit !== own)];
    }

    async function ofSha(beginning: string, project: Scope): Promise<SearchHit[]> {
      const value = beginning.toLowerCase();
      const found = await cached('commits', { by: 'id', value, last: `${value}\u{10FFFF}` }, project);
      const isHere = found.some(({ scope }) => splitScope(scope)[0] === project);
      return isHere || !project.startsWith('project:') ? found : [hitsOf.uncached('commits', value, project), ...found];
    }

    async function ofUsername(username: string): Promise<SearchHit[]> {
      const found = await cached('person', { by: 'username', value: foldedText(username) });
      return found.length > 0 ? found : [possible('person', `@${username}`, { user: username })];
    }

    async function ofKeys(): Promise<SearchHit[]> {
      const { found } = await keys.read({ text: typed }, signal);
      const queries = found.filter((one) => one.md5 !== null || one.sha256 !== null).slice(0, most);
      const { answers } = await keys.answers({ queries }, signal);
      const all = queries.map((query, at) => {
        const answer = answers[at];
        if (answer?.row.answer === 'known') return hitsOf.ofRow('keys', { ...answer, scope: '' });
        const fingerprint = query.sha256 === null ? `MD5:${query.md5}` : `SHA256:${query.sha256}`;
        return { ...possible('keys', fingerprint, query), key: -1 - at };
      });
      return distinct(all);
    }

    async function ofAddress(): Promise<SearchHit[] | string> {
      const { url } = open().profile;
      const isOfInstance = typed.toLowerCase().startsWith(`${new URL(url).host}/`);
      if (!isOfInstance && !/^(?:https?|ssh|git):\/\/|^git@/i.test(typed)) return [];
      const read = parseAddress(typed, url);
      if (read.kind === 'unread') return `${read.why}.`;
      const ref = String(read.id ?? read.path);
      const isPath = ref.includes('/');
      const kinds = read.kind === null ? (['group', 'project'] as const).slice(0, isPath ? 2 : 1) : [read.kind];
      const [known] = kinds.flatMap((kind) => hitsOf.places(kind, read.id ?? ref));
      // The address of a user looks like that of a group
      const users = known === undefined && read.kind === null && !isPath ? await ofUsername(ref) : [];
      if (users.some(({ lookUp }) => lookUp === undefined)) return users;
      const places = known ? [known] : kinds.map((kind) => hitsOf.uncached(kind, ref, `${kind}:${ref}`));
      const [place] = places;
      return place?.kind === 'project' ? ofPage(place, read.rest ?? []) : [...places, ...users];
    }

    /** The page below a project; the project itself if Reeve has no such page. */
    async function ofPage(project: SearchHit, [page = '', ...parts]: readonly string[]): Promise<SearchHit[]> {
      const [first = ''] = parts;
      if (/^(?:issues|work_items|merge_requests)$/.test(page) && number.test(first)) {
        return (await ofNumber((page === 'merge_requests' ? '!' : '#') + first, project.scope)).slice(0, 1);
      }
      if (page === 'commit' && sha.test(first)) return ofSha(first, project.scope);
      if (!/^(?:blob|raw|blame|edit)$/.test(page) || parts.length < 2) return [project];
      // The name of a branch may contain slashes
      const refs = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
      const known = await open()
        .reader.lists('branches')
        .present({ scopes: [project.scope], ids: refs }, signal);
      const ref = refs.findLast((one) => known.includes(one)) ?? first;
      const path = parts.join('/').slice(ref.length + 1);
      const line = Number(/#L([1-9]\d{0,8})/.exec(typed)?.[1] ?? 0) || null;
      return [{ ...project, about: `${path} (${ref})`, file: { ref, path, line } }];
    }

    /** Hits of the cached rows of a kind. Those that were synced in the project come first. */
    function cached(kind: 'person' | CollectionName, wanted: Wanted, project = chosen): Promise<SearchHit[]> {
      return ofKind(kind, async (name) => {
        const list = open().reader.lists(name);
        const rows = await list.exact({ ...wanted, near: project, count: most }, signal);
        return rows.map((row) => hitsOf.ofRow(name, row));
      });
    }
  };

  /** An object that may exist on the instance. It comes last, because the typed text can mean something else. */
  function possible(kind: 'person' | 'keys', title: string, lookUp?: LookUp): SearchHit {
    return hitsOf.uncached(kind, title, '', { closeness: 4, lookUp });
  }
}
