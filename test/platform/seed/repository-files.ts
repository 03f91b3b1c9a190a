import type { Random } from '../random.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** An image of one transparent pixel. */
export const PIXEL_PNG = Buffer.from(PIXEL, 'base64');

export const PATHS = {
  stations: 'data/stations.csv',
  script: 'scripts/deploy.sh',
  picture: 'assets/logo.png',
  largeFile: 'assets/intro.mp4',
  spaces: 'docs/release notes/Änderungen 2026.md',
  otherScript: 'docs/日本語/概要.md',
  submodule: 'vendor/shared',
  /** Renamed in the middle of the history. */
  before: 'src/helpers.ts',
  after: 'src/text/wrap.ts',
  /** On the branch `large-files` of the public project only. */
  huge: 'data/measurements.bin',
} as const;

/** The files of the first commit. */
export const firstFiles = (project: string, url: string): Record<string, string | Buffer> => ({
  'README.md': `# ${project}\n\nHow it is built, run and shipped.\n\n- [Getting started](docs/guide/getting-started.md)\n`,
  LICENSE: 'Permission is granted to use, copy and change this.\n',
  '.gitignore': 'node_modules/\nout/\n*.log\n',
  '.gitattributes': '*.mp4 filter=lfs diff=lfs merge=lfs -text\n',
  '.gitmodules': `[submodule "${PATHS.submodule}"]\n\tpath = ${PATHS.submodule}\n\turl = ${url}\n\tbranch = main\n`,
  'src/main.ts': "import { wrap } from './helpers.ts';\n\nprocess.stdout.write(wrap('ready', 80));\n",
  [PATHS.before]: sourceLines('wrap', 24),
  'src/api/client.ts': sourceLines('client', 40),
  'src/api/errors/kinds.ts': sourceLines('kinds', 12),
  'docs/guide/getting-started.md': '# Getting started\n\n1. Clone it.\n2. Run it.\n',
  [PATHS.spaces]: '# Änderungen\n\nNoch keine.\n',
  [PATHS.otherScript]: '# 概要\n\nこれは概要です。\n',
  [PATHS.script]: '#!/bin/sh\nset -eu\necho "deploying $1"\n',
  [PATHS.picture]: PIXEL_PNG,
});

/** Different lines that look like code. */
export function sourceLines(name: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `export const ${name}${i} = ${i * 7 + 1};\n`).join('');
}

/** A table that grows and is corrected over months, with up to 2,000 lines. */
export function createStations(random: Random) {
  const rows = ['id,name,height_m'];
  const row = (id: number) => `${id},Station ${random.hex(4)},${random.integer(1, 2900)}`;
  return {
    /** Adds rows, and changes some old ones. */
    next(added: number): string {
      for (let i = 0; i < Math.min(25, rows.length - 1); i += 1) {
        const at = random.integer(1, rows.length - 1);
        rows[at] = row(at);
      }
      for (let i = 0; i < added && rows.length < 2000; i += 1) rows.push(row(rows.length));
      return `${rows.join('\n')}\n`;
    },
  };
}

let measurements: Buffer | undefined;

/** A file of 11 MB, created once. */
export const hugeFile = () => (measurements ??= Buffer.alloc(11 * 1024 * 1024, '0 1 1 2 3 5 8 13 21 34 55 89\n'));
