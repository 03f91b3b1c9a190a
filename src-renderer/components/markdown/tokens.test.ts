import { expect, test } from 'vitest';
import { safeAddress, withoutReferences } from './addresses.ts';
import { blocksOf, definitionsOf } from './tokens.ts';

test('only http, https and mail addresses are links', () => {
  expect(safeAddress('https://git.example/a b')).toBe('https://git.example/a%20b');
  expect(safeAddress('mailto:ada@corp.example')).toBe('mailto:ada@corp.example');
  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://git.example/1',
    'reeve://x',
    '//evil.example',
    '/uploads/a.png',
    '#top',
    '',
  ])
    expect(safeAddress(href)).toBeNull();
  expect(safeAddress('/uploads/a.png', 'https://git.example/platform/api')).toBe('https://git.example/uploads/a.png');
  expect(safeAddress('javascript:alert(1)', 'https://git.example/')).toBeNull();
});

test('character references are replaced once', () => {
  expect(withoutReferences('a &lt;b&gt; &amp;amp; &#65;&#x42; &unknown; &#0; &#xD800;')).toBe(
    'a <b> &amp; AB &unknown; \ufffd \ufffd',
  );
});

test('definitions of links apply to all pieces', () => {
  const definitions = definitionsOf('[One  Two]: <https://a.example>\n\n[x]: javascript:alert(1)\n');
  expect(definitions).toEqual({
    'one two': { href: 'https://a.example', title: null },
    x: { href: 'javascript:alert(1)', title: null },
  });
  const [paragraph] = blocksOf('see [it][one two]', definitions, 3);
  expect(paragraph).toMatchObject({ tokens: [{ type: 'text' }, { type: 'link', href: 'https://a.example' }] });
});

test('levels of headings begin where the page needs it, and none is skipped', () => {
  const levels = (text: string, level: number) =>
    blocksOf(text, {}, level).flatMap((token) => ('level' in token ? [token['level']] : []));
  expect(levels('# a\n#### b\n## c\n###### d', 3)).toEqual([3, 4, 4, 5]);
  expect(levels('###### a\n# b', 2)).toEqual([2, 2]);
  const levelsInQuote = JSON.stringify(blocksOf('# a\n\n> #### b', {}, 3)).match(/"level":\d/g);
  expect(levelsInQuote).toEqual(['"level":3', '"level":4']);
});

test('a piece that the lexer refuses becomes one block of text', () => {
  const piece = '>'.repeat(20_000);
  expect(blocksOf(piece, {}, 3)).toEqual([{ type: 'code', raw: piece, text: piece }]);
});
