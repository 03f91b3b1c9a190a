import { forgotten } from '#shared/text/en/forgotten.ts';

/** The texts that identify a person, present and former ones. */
export interface PersonTexts {
  usernames: readonly string[];
  names: readonly string[];
  emails: readonly string[];
}

/** Fields whose values are words of Reeve or of the API. A person can have the same word as username. */
const kept: ReadonlySet<string> = new Set([
  ...['id', 'profileId', 'planId', 'op', 'state', 'kind', 'method', 'field', 'tone', 'page', 'collection', 'scope'],
  ...['at', 'tab', 'instance', 'dialect'],
]);
/** A username in a path belongs to the person only if it is its first part: `/users/anna`, `https://x.example/anna`. */
const start = String.raw`(?<![\p{L}\p{N}_/-]|[\p{L}\p{N}_-]\.)|(?<=/users/|/projects/|://[^/\s]+/)`;
const end = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}_-])`;
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/**
 * Replaces what identifies a person with a placeholder. Usernames, email addresses and names of several words are replaced
 * wherever they are whole words. A name of one word is replaced only if it is a whole line, because it may mean something
 * else.
 */
export function personReplacer({ usernames, names, emails }: PersonTexts) {
  const all = [...usernames, ...names, ...emails].map((text) => text.trim()).filter((text) => text !== '');
  const inJson = all.map((text) => JSON.stringify(text).slice(1, -1).toLowerCase());
  const lines = new Set(all.map((text) => text.toLowerCase()));
  const ofOneWord = new Set(names.map((name) => name.trim()).filter((name) => !/\s/.test(name)));
  const words = [...new Set(all)]
    .filter((text) => !ofOneWord.has(text) || usernames.includes(text))
    .toSorted((a, b) => b.length - a.length);
  const pattern =
    words.length === 0 ? null : new RegExp(`(?:${start})(?:${words.map(escaped).join('|')})${end}`, 'giu');

  function text(value: string): string {
    return value
      .split('\n')
      .map((line) => {
        if (lines.has(line.trim().toLowerCase())) return forgotten.placeholder;
        return pattern === null ? line : line.replaceAll(pattern, forgotten.placeholder);
      })
      .join('\n');
  }

  function json(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return kept.has(name) ? value : text(value);
    if (Array.isArray(value)) return value.map((item) => json(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([own, inner]) => [own, json(inner, own)]));
  }

  return {
    text,
    /** The same for a JSON document, except in fields whose values are words of Reeve. `fields`: only in these fields. */
    json: (doc: string, fields?: readonly string[]): string => {
      const lower = doc.toLowerCase();
      if (!inJson.some((one) => lower.includes(one))) return doc;
      const before = JSON.parse(doc) as Record<string, unknown>;
      if (fields === undefined) return JSON.stringify(json(before));
      const replaced = fields.filter((name) => name in before).map((name) => [name, json(before[name], name)]);
      return JSON.stringify({ ...before, ...Object.fromEntries(replaced) });
    },
  };
}
export type PersonReplacer = ReturnType<typeof personReplacer>;
