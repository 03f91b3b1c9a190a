import type { ChangeKind, HistoryEntry } from './history.ts';

/** Changes that a person should know about at once, because they give more access or less protection. */
export const edgeKinds = [
  'new-administrator',
  'new-auditor',
  'two-factor-off',
  'new-external',
  'access-raised',
  'token-risk',
  'mirror-host',
  'allowlist-opened',
] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** A change as the history stores it. `source`: an `EntrySource`. */
export interface EdgeEntry extends Pick<HistoryEntry, 'collection' | 'scope' | 'id' | 'kind' | 'at' | 'fields'> {
  source: string;
  row: Readonly<Record<string, unknown>> | null;
}

/**
 * An entry that is such a change. `values`: what it tells about the row after the change, by the path of the field.
 * `before`: the former value of the field that the rule tests; absent: the row came.
 */
export interface Edge extends Pick<EdgeEntry, 'collection' | 'scope' | 'id' | 'at' | 'source'> {
  kind: EdgeKind;
  values: Readonly<Record<string, unknown>>;
  before?: unknown;
}

type Test = (value: unknown, before: unknown) => boolean;
interface Rule {
  kind: EdgeKind;
  collections: readonly string[];
  /** Any of these fields must pass the test now, and must not have passed it before. */
  fields: Readonly<Record<string, Test>>;
  /** `came`: only rows that came. `changed`: only rows that were known before. Absent: both. */
  only?: ChangeKind;
}

/** From this level on, a member can change settings of the project. */
const maintainer = 40;
const isTrue: Test = (value) => value === true;
const isAny: Test = () => true;
const isMaintainer: Test = (level, before) =>
  Number(level) >= maintainer && (before === undefined || Number(level) > Number(before));
const accounts = ['users', 'enterpriseUsers'];

const rules: readonly Rule[] = [
  { kind: 'new-administrator', collections: accounts, fields: { is_admin: isTrue } },
  { kind: 'new-auditor', collections: accounts, fields: { is_auditor: isTrue } },
  {
    ...{ kind: 'two-factor-off', collections: accounts, only: 'changed' },
    fields: { two_factor_enabled: (value, before) => value === false && before === true },
  },
  { kind: 'new-external', collections: accounts, fields: { external: isTrue } },
  { kind: 'access-raised', collections: ['members'], fields: { access_level: isMaintainer } },
  {
    ...{ kind: 'token-risk', collections: ['accessTokens'] },
    fields: {
      expires_at: (value) => value === null,
      scopes: (value, before) => hasApi(value) && !hasApi(before),
    },
  },
  { kind: 'mirror-host', collections: ['remoteMirrors'], fields: { url: (value) => typeof value === 'string' } },
  {
    ...{ kind: 'allowlist-opened', collections: ['jobTokenScope'], only: 'changed' },
    fields: { inbound_enabled: (value, before) => value === false && before === true },
  },
  {
    kind: 'allowlist-opened',
    collections: ['jobTokenProjects', 'jobTokenGroups'],
    fields: { id: isAny },
    only: 'came',
  },
];

/**
 * What a recorded change means for the security of the instance; empty for most changes. Changes by Reeve are left out. For mirrors, the caller must check whether the host of `values.url` is new.
 */
export function edgesOf(entry: EdgeEntry): Edge[] {
  const { collection, scope, id, kind, at, source, fields } = entry;
  if ((kind !== 'came' && kind !== 'changed') || source === 'ours') return [];
  // The key is not a recorded field
  const values: Record<string, unknown> = { ...(entry.row ?? {}), id };
  for (const { name, after } of fields) values[name] = after;
  if (collection === 'accessTokens' && (values['revoked'] === true || values['active'] === false)) return [];
  const about = { collection, scope, id, at, source, values };
  return rules.flatMap((rule): Edge[] => {
    if (!rule.collections.includes(collection) || (rule.only ?? kind) !== kind) return [];
    if (kind === 'came') {
      const isEdge = Object.entries(rule.fields).some(
        ([name, test]) => name in values && test(values[name], undefined),
      );
      return isEdge ? [{ ...about, kind: rule.kind }] : [];
    }
    const changed = fields.find(({ name, before, after }) => rule.fields[name]?.(after, before));
    return changed === undefined ? [] : [{ ...about, kind: rule.kind, before: changed.before }];
  });
}

const hasApi = (scopes: unknown): boolean => Array.isArray(scopes) && scopes.includes('api');
