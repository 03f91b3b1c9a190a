import type { TextInput, TextName } from '#main/services/texts.ts';

/** A text that a person could paste. `of`: the text with about this number of characters, as the input of the parser. */
export interface MadeText {
  parser: TextName;
  about: string;
  /** The text is as people paste it. */
  isUsual?: true;
  of: (chars: number) => TextInput;
}

const base = 'https://git.corp.example';
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK0wmN/Cr3JXqmLW7u+g9pTh+wyqDHpSQEIQczXkVx9q mei@corp';
const repeated = (part: string) => (chars: number) => part.repeat(Math.ceil(chars / part.length));
const between = (start: string, part: string, end: string) => (chars: number) => start + repeated(part)(chars) + end;
/** A header with many columns, and many rows below it. */
const wide = (head: string) => (chars: number) => `${head}${repeated(',x')(chars / 2)}\n${repeated('a\n')(chars / 2)}`;

const csvs: [string, (chars: number) => string][] = [
  ['a quotation mark in each line', repeated('group,a"b\n')],
  ['a quotation mark at the start of each line', repeated('"a,b\n')],
  ['an opening quotation mark that is never closed', between('a,"', 'b\n', '')],
  ['quotes that end wrongly after many lines', between('"', '\n","', '\n"x')],
  ['doubled quotation marks', between('"', '""', '')],
  ['quotation marks only', repeated('"')],
  ['a single line of separators', repeated(',')],
  ['empty lines', repeated('\n')],
];
const queue = (text: string) => ({ op: 'imports.fromCodehostB', text, defaults: {}, dialect: 'documented' }) as const;
const repositories = 'repo_path,target_namespace\n';

const keyTexts: [string, (chars: number) => string][] = [
  ['letters with hyphens in one line', repeated('a-')],
  ['spaces after a fingerprint', between('256 SHA256:a', ' ', 'x')],
  ['spaces after a word', between('ED25519', ' ', 'x')],
  ['many fingerprints in one line', repeated('CA SHA256:a ')],
  ['many quotation marks in one line', repeated('"')],
  ['a backslash in each quotation', repeated('"\\" ')],
  ['many keys in one line', repeated(`"${key}",`)],
  ['backslashes after a key', between(`"${key}`, '\\\\', 'x')],
  ['commas after a key', between(`${key} `, ',', `x ${key}`)],
  ['parentheses in one line', between('256 SHA256:a ', '(a) ', 'x')],
  ['equals signs in the data of a key', between('ssh-rsa AAAAB3', '=', 'A')],
  ['blocks that begin again in each line', repeated('-----BEGIN SSH2 PUBLIC KEY-----\n')],
  [
    'a long comment in a block',
    between('---- BEGIN SSH2 PUBLIC KEY ----\nComment: a', ' ', 'b\n---- END SSH2 PUBLIC KEY ----'),
  ],
  ['words before PRIVATE KEY', repeated('BEGIN ')],
  ['ids of a log in one line', repeated('user with id key-7 ')],
  ['numbers in one line', between('', '1 ', 'x')],
  ['line breaks of Unicode after spaces', between(`${key.slice(0, 70)}\nA`, ' ', 'x\u2028y')],
];

/** Texts of each parser: usual ones, and ones for which a careless parser needs quadratic time. */
export const madeTexts: readonly MadeText[] = [
  ...csvs.map(([about, make]): MadeText => ({
    parser: 'catalogue',
    about,
    of: (chars) => ({ text: `kind,path\n${make(chars)}`, base }),
  })),
  usual('catalogue', (chars) => ({ text: `kind,path\n${repeated('group,a/b\n')(chars)}`, base })),
  { parser: 'catalogue', about: 'many columns', of: (chars) => ({ text: wide('kind,id')(chars), base }) },
  usual('queue', (chars) => queue(repositories + repeated('team/app,corp\n')(chars))),
  { parser: 'queue', about: 'many columns', of: (chars) => queue(wide('repo_path')(chars)) },
  {
    parser: 'queue',
    about: 'slashes in a path',
    of: (chars) => queue(`${repositories}team/app,x${repeated('/')(chars)}x\n`),
  },
  usual('keys', (chars) => ({ text: repeated(`${key}\n`)(chars) })),
  ...keyTexts.map(([about, make]): MadeText => ({ parser: 'keys', about, of: (chars) => ({ text: make(chars) }) })),
  usual('authority', (chars) => ({ text: repeated(`${key}\n`)(chars) })),
  usual('hostKeys', (chars) => ({ text: repeated(`git.corp ${key}\n`)(chars), host: 'git.corp' })),
  { parser: 'hostKeys', about: 'one line', of: (chars) => ({ text: repeated('a,')(chars), host: 'git.corp' }) },
  usual('addresses', (chars) => ({ text: repeated(`${base}/a/b\n`)(chars), base })),
  { parser: 'addresses', about: 'separators', of: (chars) => ({ text: repeated(',;')(chars), base }) },
  { parser: 'addresses', about: 'colons', of: (chars) => ({ text: between('https://', ':', 'x')(chars), base }) },
  { parser: 'addresses', about: 'slashes', of: (chars) => ({ text: repeated('/a')(chars), base }) },
  usual('leavers', (chars) => ({ text: `email\n${repeated('mei@corp.example\n')(chars)}` })),
  ...csvs.map(([about, make]): MadeText => ({
    parser: 'leavers',
    about,
    of: (chars) => ({ text: `name,email\n${make(chars)}` }),
  })),
  { parser: 'leavers', about: 'many columns', of: (chars) => ({ text: wide('email')(chars) }) },
  { parser: 'leavers', about: 'addresses in one line', of: (chars) => ({ text: repeated('a@b;')(chars) }) },
  { parser: 'leavers', about: 'an address that never ends', of: (chars) => ({ text: between('<', 'a@', '')(chars) }) },
  usual('planFile', (chars) => {
    const tags = Array.from({ length: chars / 12_000 }, () => ({ name: 'x' }));
    const row = { op: 'runners.edit', path: { id: 7 }, body: { tag_list: tags } };
    const instance = { name: 'Corp', url: base };
    const rows = Array.from({ length: 1_000 }, () => row);
    return { text: JSON.stringify({ format: 'reeve-plan', version: 1, instance, rows }) };
  }),
];

function usual(parser: TextName, of: MadeText['of']): MadeText {
  return { parser, about: 'as people paste it', isUsual: true, of };
}
