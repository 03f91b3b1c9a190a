import { expect, test } from 'vitest';
import { readGitmodules } from './gitmodules.ts';

test('each section is a submodule with its path, URL and branch', () => {
  const text = `# shared code
[submodule "vendor/shared"]
\tpath = vendor/shared
\turl = ../shared.git ; relative
\tbranch = main
[submodule "third \\"party\\""]
  URL = "https://git.example/a b.git"
  path = "third party/otel"
[core]
\tpath = not/a/submodule
`;
  expect(readGitmodules(text)).toEqual([
    { name: 'vendor/shared', path: 'vendor/shared', url: '../shared.git', branch: 'main' },
    { name: 'third "party"', path: 'third party/otel', url: 'https://git.example/a b.git', branch: null },
  ]);
});

test('an entry can follow its header on the same line, and an older header has a dot', () => {
  const text =
    '[submodule "a"] path = lib/a\n\turl = ../a.git\n[submodule.B-x]\n\tpath = b\n\turl = ../b.git\n[core] path = c';
  expect(readGitmodules(text)).toEqual([
    { name: 'a', path: 'lib/a', url: '../a.git', branch: null },
    { name: 'b-x', path: 'b', url: '../b.git', branch: null },
  ]);
});

test('a backslash at the end of a line does not continue a comment, and neither does an escaped one', () => {
  const text = '[submodule "a"]\n# in C:\\\n\tpath = a\n; \\\r\n\turl = C:\\\\\n\tbranch = b\n';
  expect(readGitmodules(text)).toEqual([{ name: 'a', path: 'a', url: 'C:\\', branch: 'b' }]);
});

test('sections of the same name are one submodule, and lines that are no entries are ignored', () => {
  const text = '[submodule "a"]\r\n\tpath = lib/a\r\n\tnonsense\r\n[submodule "a"]\r\n\turl = x\\\r\ny\r\n';
  expect(readGitmodules(text)).toEqual([{ name: 'a', path: 'lib/a', url: 'xy', branch: null }]);
});

test.each(['../outside', '/etc/passwd', 'a//b', 'a/./b', '', 'a\0b'])(
  'a submodule with the path %j is left out',
  (path) => {
    expect(readGitmodules(`[submodule "x"]\n\tpath = ${path}\n\turl = u\n`)).toEqual([]);
  },
);

test('a file that is not in this syntax has no submodules', () => {
  expect(readGitmodules('\u0000\u0001[submodule\npath = a')).toEqual([]);
  expect(readGitmodules('')).toEqual([]);
});
