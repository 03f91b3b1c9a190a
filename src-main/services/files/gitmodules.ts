import { mostSubmodules, type Submodule } from '#shared/contract/repository-files.ts';
import { isFilePath } from './file-path.ts';

/** The file that lists the submodules. */
export const gitmodulesPath = '.gitmodules';

/** A submodule as `.gitmodules` lists it. */
export type ListedSubmodule = Omit<Submodule, 'project'>;

const header = /^\[\s*([a-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]\s*/i;
const entryLine = /^([a-z][a-z0-9-]*)\s*=\s*(.*)$/i;

/**
 * The submodules in a `.gitmodules` file, which has the syntax of Git's configuration. Entries without a valid path and
 * lines that can't be read are left out. A later entry of the same name completes the earlier one.
 */
export function readGitmodules(text: string): ListedSubmodule[] {
  const found = new Map<string, { path?: string; url?: string; branch?: string }>();
  let current: { path?: string; url?: string; branch?: string } | null = null;
  // A backslash at the end of a line continues it, except if it is escaped or in a comment
  const lines = text.replaceAll(/^[ \t]*[#;].*/gm, '').replaceAll(/(?<!\\)((?:\\\\)*)\\\r?\n/g, '$1');
  for (const line of lines.split(/\r?\n/)) {
    let entry = line.trim();
    // An entry can follow its header on the same line
    while (entry.startsWith('[')) {
      const match = header.exec(entry);
      const name = match === null ? null : nameIn(match);
      if (name === null || (found.size >= mostSubmodules && !found.has(name))) current = null;
      else found.set(name, (current = found.get(name) ?? {}));
      entry = match === null ? '' : entry.slice(match[0].length);
    }
    const [, key, value = ''] = entryLine.exec(entry) ?? [];
    const field = key?.toLowerCase();
    if (current !== null && (field === 'path' || field === 'url' || field === 'branch'))
      current[field] = valueOf(value);
  }
  return [...found].flatMap(([name, { path, url, branch }]) =>
    path === undefined || !isFilePath(path) ? [] : [{ name, path, url: url ?? null, branch: branch ?? null }],
  );
}

/** The name in `[submodule "a"]`, or in the older `[submodule.a]`, which Git reads in lowercase; null: another section. */
function nameIn([, section = '', quoted]: RegExpExecArray): string | null {
  const name = [section.toLowerCase(), ...(quoted === undefined ? [] : [quoted.replaceAll(/\\(.)/g, '$1')])].join('.');
  return name.startsWith('submodule.') ? name.slice('submodule.'.length) : null;
}

/** A value without quotation marks, escapes and a comment. */
function valueOf(raw: string): string {
  let value = '';
  let isQuoted = false;
  /** The length without trailing spaces that are not quoted. */
  let kept = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const sign = raw.charAt(at);
    if (sign === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (!isQuoted && (sign === '#' || sign === ';')) break;
    if (sign === '\\') {
      at += 1;
      value += escapes[raw.charAt(at)] ?? raw.charAt(at);
      kept = value.length;
      continue;
    }
    value += sign;
    if (isQuoted || !/\s/.test(sign)) kept = value.length;
  }
  return value.slice(0, kept);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };
