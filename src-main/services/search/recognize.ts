import { foldedText } from '#main/cache/normal-text.ts';
import type { ExactQuery } from '#main/cache/read/closest.ts';
import type { catalogue as catalogueTable } from '#main/state/catalogue.ts';
import { collections, hasNumericKey, paletteCollections, type CollectionName } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import {
  isOfPeople,
  peopleCollections,
  type LookUp,
  type Recognized,
  type SearchHit,
} from '#shared/contract/search.ts';
import { parseAddress } from '../catalogue-address.ts';
import type { Instance } from '../instances/instance.ts';
import { identityOf, mergedPeople, type Hits } from './hits.ts';

export type KeyVerbs = Pick<Services<ReeveContract>['keys'], 'read' | 'answers'>;
type Found = Partial<Recognized>;
type Exact = Pick<ExactQuery, 'by' | 'value' | 'isBeginning'>;

/** Hits of one list, and keys in a text, of which more are left out. */
const most = 20;
/** Only a text with one of these holds a key or a fingerprint. */
const keyMarks = /SHA256:|MD5:|(?:[0-9a-f]{2}:){15}|AAAA[\w+/]{20}|BEGIN [A-Z0-9 ]*PUBLIC KEY/i;
const sha = /^[0-9a-f]{7,64}$/i;
const noKey = { md5: null, sha256: null, type: null, bits: null, comment: null };
const number = /^[1-9]\d{0,14}$/;
/** The signs of the pages of a project whose rows have a number. */
const signs = new Map(Object.entries({ issues: '#', work_items: '#', merge_requests: '!' }));

/** The verb `search.recognize`, see the contract. Reads only the cache and the catalogue of the open instance. */
export function recognition(
  open: () => Instance,
  table: ReturnType<typeof catalogueTable>,
  hitsOf: Hits,
  keys: KeyVerbs,
): Services<ReeveContract>['search']['recognize'] {
  return async ({ text, near }, signal) => {
    const typed = text.trim();
    const [chosen] = splitScope(near);
    const forms: [RegExp, () => Promise<Found>][] = [
      [number, ofId],
      [/^[#!][1-9]\d{0,14}$/, async () => ({ hits: await ofNumber(typed, chosen) })],
      [/^@[\w.-]{1,255}$/, () => ofUsername(typed.slice(1))],
      [sha, () => ofSha(typed.toLowerCase(), chosen)],
      [keyMarks, ofKeys],
      [/\//, ofAddress],
    ];
    const found = await Promise.all(forms.flatMap(([form, read]) => (form.test(typed) ? read() : [])));
    return {
      hits: found.flatMap(({ hits = [] }) => hits),
      lookUps: found.flatMap(({ lookUps = [] }) => lookUps),
      note: found.find(({ note }) => typeof note === 'string')?.note ?? null,
    };

    async function ofId(): Promise<Found> {
      const id = Number(typed);
      const others = paletteCollections.filter((name) => hasNumericKey(collections[name]) && !isOfPeople(name));
      const [people, ...rows] = await Promise.all([
        peopleWith({ by: 'id', value: id }),
        ...others.map((name) => exact(name, { by: 'id', value: id })),
      ]);
      const hits = [...people, ...placeHits('group', id), ...placeHits('project', id), ...rows.flat()];
      const lookUps: LookUp[] = [];
      if (people.length === 0) {
        lookUps.push({ kind: 'user', id });
        const [author] = (await open().reader.people({ ids: [id] }, signal)).people;
        if (author) hits.unshift(hitsOf.uncached('person', typed, ''));
      }
      if (!hits.some(({ kind }) => kind === 'keys')) lookUps.push({ kind: 'key', query: { ...noKey, id } });
      return { hits, lookUps };
    }

    /** All rows with a number (`#12`), those of a project first. If its row is not cached, its page is the first hit. */
    async function ofNumber(text: string, project: Scope): Promise<SearchHit[]> {
      const [kind, below] = text.startsWith('#') ? (['issues', 'issue'] as const) : (['mergeRequests', 'mr'] as const);
      const iid = text.slice(1);
      const found = await exact(kind, { by: 'iid', value: Number(iid) }, project);
      if (!project.startsWith('project:') || found.some((hit) => isBelow(hit, project))) return found;
      return [hitsOf.uncached(kind, text, project, `${project}/${below}:${iid}`), ...found];
    }

    async function ofSha(text: string, project: Scope): Promise<Found> {
      const hits = await exact('commits', { by: 'id', value: text, isBeginning: true }, project);
      const isHere = hits.some(({ scope }) => splitScope(scope)[0] === project);
      if (isHere || !project.startsWith('project:')) return { hits };
      // A single commit is cached by its whole SHA
      return text.length >= 40
        ? { hits, lookUps: [{ kind: 'commit', scope: project, sha: text }] }
        : { hits: [hitsOf.uncached('commits', text, project), ...hits] };
    }

    async function ofUsername(username: string): Promise<Found> {
      const hits = await peopleWith({ by: 'username', value: foldedText(username) });
      return hits.length > 0 ? { hits } : { lookUps: [{ kind: 'username', username }] };
    }

    async function ofKeys(): Promise<Found> {
      const read = await keys.read({ text: typed }, signal);
      const queries = read.found.filter((one) => one.md5 !== null || one.sha256 !== null).slice(0, most);
      const { answers } = await keys.answers({ queries }, signal);
      const known = answers.map((one) => (one?.row.answer === 'known' ? one : null));
      return {
        hits: known.flatMap((one) => (one === null ? [] : hitsOf.ofRow('keys', { ...one, scope: '' }))),
        lookUps: queries.filter((_, at) => known[at] === null).map((query) => ({ kind: 'key', query })),
      };
    }

    async function ofAddress(): Promise<Found> {
      const { url } = open().profile;
      const isOfInstance = typed.toLowerCase().startsWith(`${new URL(url).host}/`);
      if (!isOfInstance && !/^(?:https?|ssh|git):\/\/|^git@/i.test(typed)) return {};
      const read = parseAddress(typed, url);
      if (read.kind === 'unread') return { note: `${read.why}.` };
      const ref = read.id ?? read.path ?? '';
      const either = String(ref).includes('/') ? (['group', 'project'] as const) : (['group'] as const);
      const kinds = read.kind === null ? either : [read.kind];
      const known = kinds.flatMap((kind) => placeHits(kind, ref)).slice(0, 1);
      // The address of a user looks like that of a group
      const isUser = known.length === 0 && read.kind === null && either.length === 1;
      const user = isUser ? await ofUsername(String(ref)) : {};
      if (user.hits !== undefined) return user;
      const places =
        known.length > 0 ? known : kinds.map((kind) => hitsOf.uncached(kind, String(ref), `${kind}:${ref}`));
      const [place] = places;
      return place?.kind === 'project' && read.rest ? ofPage(place, read.rest) : { ...user, hits: places };
    }

    /** The page below a project; the project itself if Reeve has no such page. */
    async function ofPage(project: SearchHit, [page = '', ...parts]: readonly string[]): Promise<Found> {
      const [first = ''] = parts;
      const sign = signs.get(page);
      if (sign !== undefined && number.test(first)) {
        const found = await ofNumber(sign + first, project.scope);
        return { hits: found.filter((hit) => isBelow(hit, project.scope)) };
      }
      if (page === 'commit' && sha.test(first)) return ofSha(first.toLowerCase(), project.scope);
      if (!/^(?:blob|raw|blame|edit)$/.test(page) || parts.length < 2) return { hits: [project] };
      // The name of a branch may contain slashes
      const refs = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
      const branches = open().reader.lists('branches');
      const known = await branches.present({ scopes: [project.scope], ids: refs }, signal);
      const ref = refs.findLast((one) => known.includes(one)) ?? first;
      const path = parts.join('/').slice(ref.length + 1);
      const line = Number(/#L([1-9]\d{0,8})/.exec(typed)?.[1] ?? 0) || null;
      return { hits: [{ ...project, about: `${path} (${ref})`, file: { ref, path, line } }] };
    }

    async function exact(name: CollectionName, asked: Exact, around = chosen): Promise<SearchHit[]> {
      const rows = await open()
        .reader.lists(name)
        .exact({ ...asked, near: around, count: most }, signal);
      const once = Map.groupBy(rows, (entry) => identityOf(name, entry));
      return [...once.values()].flatMap(([entry]) => (entry === undefined ? [] : hitsOf.ofRow(name, entry)));
    }

    async function peopleWith(asked: Exact): Promise<SearchHit[]> {
      return mergedPeople((await Promise.all(peopleCollections.map((name) => exact(name, asked)))).flat());
    }
  };

  function placeHits(kind: 'group' | 'project', ref: number | string): SearchHit[] {
    const entry = table.get(open().profile.id, kind, ref);
    return entry === null ? [] : [hitsOf.ofPlace(entry)];
  }
}

const isBelow = ({ place }: SearchHit, project: Scope): boolean => place?.startsWith(`${project}/`) === true;
