import type { Random } from '../../random.ts';

/** The text of a file after one more change with this message. */
export function changedText(
  random: Random,
  path: string,
  text: string | undefined,
  message: string,
  added?: string,
): string {
  const extension = path.includes('Dockerfile') ? 'docker' : (path.split('.').at(-1) ?? '');
  const begin = text ?? beginOf(path, extension);
  const end = added === undefined ? addition(random, extension, message) : `\n${added}\n`;
  return `${tuned(random, begin)}${end}`.trimStart();
}

const titleCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const titleOf = (path: string) => titleCase((path.split('/').at(-1) ?? '').replace(/\.\w+$/, '').replaceAll('-', ' '));

/** The first lines of a new file. */
function beginOf(path: string, extension: string): string {
  if (extension === 'md') return `# ${titleOf(path)}\n`;
  if (extension === 'sh') return '#!/bin/sh\nset -eu\n';
  if (extension === 'docker') return 'FROM debian:12-slim\n';
  if (extension === 'go') return `package ${path.split('/').at(-2) ?? 'main'}\n`;
  return '';
}

/** Sometimes another value of the first setting in the text. */
const tuned = (random: Random, text: string) =>
  random.chance(0.35)
    ? text.replace(/(= )(\d+)/, (_, sign: string, value: string) => `${sign}${Number(value) * 2}`)
    : text;

const SHORT_WORDS = new Set(
  'a an and after all are as at be before by each for from if in instead is it of on only out per that the to was with without'.split(
    ' ',
  ),
);

/** `Cache exchange rates for an hour` becomes `cache`, `exchange`, `rates`. */
const wordsOf = (message: string) =>
  message
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !SHORT_WORDS.has(word))
    .slice(0, 3);

const camelCase = (words: readonly string[]) => words.map((word, i) => (i === 0 ? word : titleCase(word))).join('');

/** What a change adds at the end of a file. */
function addition(random: Random, extension: string, message: string): string {
  const words = wordsOf(message);
  const limit = random.pick([5, 10, 20, 30, 50, 100]);
  switch (extension) {
    case 'ts':
      return random.pick(TYPESCRIPT)(camelCase(words), message, limit);
    case 'go':
      return `\n// ${titleCase(camelCase(words))}: ${message.toLowerCase()}.\nfunc ${titleCase(camelCase(words))}(items []Item) ([]Item, error) {\n\tif len(items) > ${limit} {\n\t\treturn nil, ErrTooMany\n\t}\n\treturn store.Save(items)\n}\n`;
    case 'py':
      return `\n\ndef ${words.join('_')}(rows, limit=${limit}):\n    """${message}."""\n    return [row for row in rows if row.is_valid][:limit]\n`;
    case 'sql':
      return `\n-- ${message}\nCREATE INDEX CONCURRENTLY ${words.join('_')} ON orders (customer_id, id DESC);\n`;
    case 'css':
      return `\n/* ${message} */\n.${words.slice(0, 2).join('-')} {\n  padding: ${limit}px;\n}\n`;
    case 'sh':
      return `\n# ${message}\nfor image in images/*/; do\n  timeout ${limit}m ./scripts/run.sh ${words[0] ?? 'check'} "$image"\ndone\n`;
    default:
      return `# ${message}\n`;
  }
}

type Code = (name: string, message: string, limit: number) => string;

const TYPESCRIPT: readonly Code[] = [
  (name, message, limit) =>
    `\n/** ${message}. */\nexport async function ${name}(ids: readonly number[]): Promise<void> {\n  for (const id of ids.slice(0, ${limit})) {\n    await queue.add({ id, kind: '${name}' });\n  }\n}\n`,
  (name, message, limit) =>
    `\n/** ${message}. */\nexport function ${name}<T extends { createdAt: Date }>(rows: readonly T[]): T[] {\n  const newest = rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());\n  return newest.slice(0, ${limit});\n}\n`,
  (name, message, limit) =>
    `\n// ${message}.\nconst ${name}Limit = ${limit};\n\nexport const ${name} = (value: number): boolean =>\n  Number.isInteger(value) && value > 0 && value <= ${name}Limit;\n`,
  (name, message, limit) =>
    `\n/** ${message}. Fails: if it takes longer than ${limit} seconds. */\nexport async function ${name}(signal: AbortSignal): Promise<Response> {\n  const limit = AbortSignal.timeout(${limit}_000);\n  return fetch(endpoint, { signal: AbortSignal.any([signal, limit]) });\n}\n`,
];
