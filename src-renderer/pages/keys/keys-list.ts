import { accountFacts as facts } from '#shared/text/en/account-facts.ts';
import { consoles } from '#shared/text/en/console.ts';
import { keys as words } from '#shared/text/en/keys.ts';
import { ago, fullMoment } from '#shared/text/en/moments.ts';
import { days, fromIso } from '#shared/time.ts';
import { now } from '../../components/text/clock.ts';
import { declaredList } from '../../console/declared-list.ts';
import { personParts } from '../../console/facts/person-part.ts';
import { absentPart, deadlinePart, type ValuePart } from '../../console/facts/value-parts.ts';
import { wordOf } from '../../console/values.ts';
import type { RowOf } from '../../stores/lists/collection-client.ts';

export type KeyEntry = RowOf<'keys'>;

const hidden = { isOptional: true };
/** Only known keys have this field. */
const ofKnown = { isNullShown: ({ answer }: Record<string, unknown>) => answer === 'known' };

/** Keys that were looked up by id, by fingerprint or from a text. The API has no list of keys. */
export const keysList = declaredList(
  'keys',
  { ...words, filter: { ...words.filter, groups: words.filter } },
  {
    columns: {
      key: { widthPx: 196, fields: ['title'], sortBy: 'title' },
      answer: { widthPx: 112, show: ({ row }) => answerPart(row) },
      owner: {
        widthPx: 144,
        fields: ['user.id', 'user.username', 'user.name'],
        sortBy: 'owner',
        value: ({ user }) => user?.name,
        show: ({ row: { user } }) => personParts(user) ?? (user?.name ? null : absentPart()),
      },
      kind: { widthPx: 84, value: ({ kind }) => wordOf(words.kinds, kind) ?? consoles.none },
      type: { widthPx: 116, fields: ['type', 'bits'], value: typeOf },
      usage_type: {
        ...hidden,
        widthPx: 128,
        value: ({ usage_type: usage }) => wordOf(words.usages, usage) ?? consoles.none,
      },
      expires_at: {},
      last_used_at: 96,
      projects: { widthPx: 136, fields: ['projectIds', 'pushIds'], value: projectsOf },
      sha256: { ...hidden, widthPx: 220, sortBy: null },
      age: 88,
      created_at: { ...hidden, widthPx: 100 },
      md5: { ...hidden, widthPx: 220, sortBy: null },
      comment: { ...hidden, widthPx: 160 },
      id: { widthPx: 76, align: 'end', value: ({ id }) => (id > 0 ? id : null), show: () => null },
    },
    fields: {
      id: { show: (id) => (Number(id) > 0 ? null : words.noId) },
      bits: { show: (bits, { type }) => bitsParts(Number(bits), type) },
      expires_at: {
        ...ofKnown,
        show: (at, { answer }) => (answer === 'known' ? expiry(at as KeyEntry['expires_at']) : absentPart()),
      },
      last_used_at: {
        ...ofKnown,
        show: (at, { answer }) => (answer === 'known' ? lastUse(at as KeyEntry['last_used_at']) : absentPart()),
      },
      sha256: { format: 'mono' },
      md5: { format: 'mono' },
      key: { format: 'mono' },
    },
    values: { answer: words.answers, kind: words.kinds, usage_type: words.usages, ...facts.values },
    filters: [
      ['about', 'answer', 'kind', 'usage_type', 'user_id', 'owner_account'],
      ['place', 'can_push', 'project'],
      ['time', 'expires_after', 'expires_before', 'unused_since'],
    ],
    filterFields: {
      usage_type: { control: { kind: 'text', placeholder: words.filter.usageHint } },
      user_id: { control: { kind: 'number', least: 1 } },
      can_push: { control: { kind: 'boolean', yes: words.filter.yes, no: words.filter.no } },
    },
    views: [
      { id: 'unknown', name: words.views.unknown, query: { filter: { answer: 'unknown' } } },
      { id: 'push', name: words.views.push, query: { filter: { kind: 'deploy', can_push: true } } },
      {
        id: 'left',
        name: words.views.left,
        query: { filter: { kind: 'deploy', can_push: true, owner_account: 'left' } },
        hint: words.views.leftWhy,
      },
      {
        id: 'expiry',
        name: words.views.expiry,
        query: { filter: { answer: 'known' }, sort: { by: 'expires_at', direction: 'asc' } },
      },
    ],
    worklistFilters: { owner_account: true },
    details: [
      ['key', 'title', 'id', 'kind', 'user', 'type', 'bits', 'comment'],
      ['use', 'usage_type', 'expires_at', 'last_used_at', 'created_at'],
      ['prints', 'sha256', 'md5', 'key'],
    ],
    shownElsewhere: ['answer', 'deploy_keys_projects', 'projectIds', 'pushIds', 'batch', 'batchBy'],
    whyAbsent: ({ answer }) => words.absent[answer],
    leading: ['id', 'answer'],
    nameOf,
    aboutOf: ({ id }) => (id > 0 ? `#${id}` : ''),
    webUrlOf: ({ user }) => user?.web_url ?? null,
    unlisted: { title: words.unlisted, text: words.unlistedNextStep, action: words.lookUp, command: 'keys.lookUp' },
    isListOnly: false,
  },
);

/** The name of a key: its title, else its comment, else its fingerprint. */
export function nameOf({ title, comment, sha256, md5, id }: KeyEntry): string {
  const print = sha256 ? `SHA256:${sha256}` : (md5 ?? null);
  return (
    [title, comment, print].find((text) => text !== null && text !== undefined && text.trim() !== '') ??
    (id > 0 ? words.unnamed(id) : words.unnamedRow)
  );
}

/** `ED25519 256`, or the algorithm alone. */
export function typeOf({ type, bits }: Pick<KeyEntry, 'type' | 'bits'>): string | null {
  if (type === null || type === undefined) return null;
  return bits === null || bits === undefined ? type : `${type} ${bits}`;
}

function projectsOf({ projectIds, pushIds }: KeyEntry): string | null {
  return projectIds === null || projectIds === undefined
    ? null
    : words.projects(projectIds.length, pushIds?.length ?? 0);
}

function answerPart({ answer }: KeyEntry): ValuePart {
  const text = wordOf(words.answers, answer);
  return answer === 'known' ? { text, look: 'subtle' } : { text, chip: answer === 'unknown' ? 'warn' : 'muted' };
}

/** When a key expires; null: never. A past or near date is shown as a chip. */
function expiry(sent: KeyEntry['expires_at']): ValuePart {
  const end = deadlinePart(sent);
  if (end === null) return { text: words.never, look: 'subtle' };
  if (end.at <= now()) return { ...end, text: words.expired(end.text), chip: 'bad' };
  return end.at <= now() + days(30) ? { ...end, chip: 'warn' } : end;
}

function lastUse(sent: KeyEntry['last_used_at']): ValuePart {
  const at = fromIso(sent);
  if (at === null) return { text: words.neverUsed, look: 'subtle' };
  return { text: ago(at, now()), title: fullMoment(at), datetime: sent ?? '' };
}

/** The length of a key in bits. Short RSA and DSA keys are marked as weak. */
function bitsParts(bits: number, type: unknown): ValuePart[] {
  const least = type === 'RSA' || type === 'DSA' ? 2048 : 0;
  const weak: ValuePart[] = bits < least ? [{ text: words.weak(bits), chip: 'warn' }] : [];
  return [{ text: String(bits), look: '' }, ...weak];
}
