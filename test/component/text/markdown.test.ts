import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import Markdown from '../../../src-renderer/components/markdown/Markdown.svelte';
import { click } from '../click.ts';
import { violations } from '../axe.ts';

const opened: string[] = [];
const links = { open: (address: string) => void opened.push(address), titleOf: (address: string) => address };

async function draw(text: string, more: { base?: string; isLinkless?: boolean } = {}): Promise<HTMLElement> {
  opened.length = 0;
  const { isLinkless = false, ...rest } = more;
  const { container } = await render(Markdown, { text, links: isLinkless ? undefined : links, ...rest });
  const drawn = container.querySelector<HTMLElement>('.markdown');
  if (drawn === null) throw new Error('nothing is rendered');
  return drawn;
}

test('headings, lists, tables, quotes and code are rendered as elements', async () => {
  const drawn = await draw(
    [
      '# Title',
      'Waits up to `30s` for **the** _store_ ~~now~~.',
      'Second line &amp; \\*more\\*',
      '- [x] done\n- [ ] open\n- plain\n  1. one\n  2. two',
      '| a | b |\n| :-: | - |\n| 1 | **2** |',
      '> quoted',
      '```go\nfunc main() {}\n```',
      '---',
    ].join('\n\n'),
  );
  expect(drawn.querySelector('h3')?.textContent).toBe('Title');
  expect([...drawn.querySelectorAll('code')].map((one) => one.textContent)).toEqual(['30s']);
  expect(drawn.querySelector('p')?.textContent).toBe('Waits up to 30s for the store now.');
  expect(drawn.querySelectorAll('p')[1]?.textContent).toBe('Second line & *more*');
  expect([...drawn.querySelectorAll('[role="img"]')].map((one) => one.ariaLabel)).toEqual(['Done', 'Not done']);
  expect(drawn.querySelectorAll('ul > li')).toHaveLength(3);
  expect(drawn.querySelectorAll('ol > li')).toHaveLength(2);
  expect([...drawn.querySelectorAll('th, td')].map((one) => one.textContent)).toEqual(['a', 'b', '1', '2']);
  expect(drawn.querySelector('blockquote')?.textContent).toBe('quoted');
  expect(drawn.querySelector('pre')?.textContent).toBe('func main() {}');
  expect(drawn.querySelectorAll('hr')).toHaveLength(1);
  // The component has no page around it
  expect((await violations()).filter((one) => !/^(landmark-one-main|region) /.test(one))).toEqual([]);
});

test('HTML is shown as text with a note, and nothing of it becomes an element', async () => {
  const drawn = await draw(
    [
      '<script>document.title = "run"</script>',
      '<img src=x onerror="document.title=1">',
      'text <b onclick="x()">bold</b> <svg/onload=alert(1)> &lt;script&gt;',
      '<iframe srcdoc="<script>1</script>"></iframe>\n\n<!-- hidden -->\n\n<style>body{display:none}</style>',
      '- <form action=//evil.example><input name=a></form>',
    ].join('\n\n'),
  );
  expect(drawn.querySelector('script, img, svg:not(.lucide-icon), b, iframe, style, form, input')).toBeNull();
  expect(drawn.textContent).toContain('<script>document.title = "run"</script>');
  expect(drawn.textContent).toContain('<img src=x onerror="document.title=1">');
  expect(drawn.textContent).toContain('<!-- hidden -->');
  expect(drawn.textContent).toContain('<script>');
  expect([...drawn.querySelectorAll('.chip')].every((one) => one.textContent.trim() === 'HTML shown as text')).toBe(
    true,
  );
  expect(drawn.querySelectorAll('.chip').length).toBeGreaterThan(4);
});

test('links are opened by the page, and unsafe addresses are shown as text', async () => {
  const drawn = await draw(
    [
      '[safe](https://git.example/a) [mail](mailto:a@b.example) <https://auto.example>',
      '[run](javascript:alert(1)) [coded](javascript&colon;alert) [data](data:text/html,x) [rel](/uploads/a.png) [x]',
      '[x]: vbscript:run',
    ].join('\n\n'),
  );
  expect([...drawn.querySelectorAll('a')].map((one) => one.href)).toEqual([
    'https://git.example/a',
    'mailto:a@b.example',
    'https://auto.example/',
  ]);
  expect(drawn.textContent).toContain('run (javascript:alert(1))');
  expect(drawn.textContent).toContain('rel (/uploads/a.png)');
  await click(page.getByRole('link', { name: 'safe' }));
  expect(opened).toEqual(['https://git.example/a']);
});

test('relative links need a base, and without links all are text', async () => {
  const withBase = await draw('[rel](/uploads/a.png)', { base: 'https://git.example/p' });
  expect(withBase.querySelector('a')?.href).toBe('https://git.example/uploads/a.png');
  const linkless = await draw('[safe](https://git.example/a)', { isLinkless: true });
  expect(linkless.querySelector('a')).toBeNull();
});

test('images are not loaded: their text and address are shown', async () => {
  const drawn = await draw('![plan of the house](https://evil.example/pixel.png) and [![a](b.png)](https://c.example)');
  expect(drawn.querySelector('img')).toBeNull();
  expect(drawn).toMatchTextContent('Image plan of the house https://evil.example/pixel.png and Image a b.png');
});

test('characters that reverse the direction or are invisible are shown as marks everywhere', async () => {
  const drawn = await draw(
    'a\u202Eb **c\u2066d** `e\u200Bf` [g\u202Eh](https://x.example)\n\n```\ni\u202Ej\n```\n\n<b \u202E>\n\n![k\u202El](m\u202En)',
  );
  expect(drawn.textContent).not.toMatch(/[\u202e\u2066\u200b]/);
  expect(drawn.textContent.match(/⟨U\+202E⟩/g)?.length).toBeGreaterThan(4);
});

test('a thousand nested quotes and lists are shown without a deep tree', async () => {
  const quotes = await draw(`${'>'.repeat(1_000)} deep`);
  expect(quotes.textContent).toContain('deep');
  expect(quotes.querySelectorAll('blockquote').length).toBeLessThan(20);
  const lists = await draw(Array.from({ length: 70 }, (_, at) => `${'  '.repeat(at)}- item ${at}`).join('\n'));
  await expect.poll(() => lists.textContent).toContain('item 69');
  expect(lists.querySelectorAll('ul').length).toBeLessThan(20);
  const marks = await draw('*_'.repeat(400) + 'x' + '_*'.repeat(400));
  await expect.poll(() => marks.textContent).toContain('x');
});

/** Enough for ten parts. The limit of the first step is the same for all kinds of text. */
const tenParts = 16_000;

test.each([
  ['HTML', '<div onclick="x">'],
  ['words', 'word '],
  ['emphasis', '*a* '],
  ['brackets', '['],
  ['unfinished marks', '[*a](b'],
  ['quotes', '> '],
  ['tables', '| a | b |\n'],
  ['one word', 'a'],
])('a long text of %s is rendered in small parts', async (_, part) => {
  const drawn = await draw(part.repeat(Math.ceil(tenParts / part.length)), { isLinkless: true });
  expect(lengthOf(drawn)).toBeLessThan(2_600);
  await expect.poll(() => drawn.ariaBusy).toBe('false');
  expectSmallParts(drawn, 10);
});

test('only the first step of the longest text that the platform allows is rendered, in small parts', async () => {
  const length = 1_000_000;
  const drawn = await draw('<div onclick="x">'.repeat(length / 10).slice(0, length), { isLinkless: true });
  expect(lengthOf(drawn)).toBeLessThan(2_600);
  await expect
    .poll(() => drawn.querySelector('.more')?.textContent, { timeout: 150_000 })
    .toContain('of 1,000,000 characters');
  expectSmallParts(drawn, 12);
});

function expectSmallParts(drawn: Element, least: number): void {
  const parts = [...drawn.querySelectorAll('[data-piece]')];
  expect(parts.length).toBeGreaterThan(least - 1);
  for (const one of parts) expect(lengthOf(one)).toBeLessThan(4_000);
}

function lengthOf(node: Node): number {
  return node.textContent?.length ?? 0;
}

test('"Show more" adds the next part', async () => {
  // 20,000 characters at first, and enough for two steps of 50,000 more
  const drawn = await draw('word '.repeat(21_000));
  const more = page.getByRole('button', { name: 'Show more' });
  await click(more);
  await expect.poll(() => drawn.textContent.length).toBeGreaterThan(69_000);
  await click(more);
  await expect.element(more).not.toBeInTheDocument();
  await expect.poll(() => drawn.textContent.match(/word/g)?.length).toBe(21_000);
});

test('a middle click on a link is handled like a click, and a right click opens only the menu of the browser', async () => {
  const drawn = await draw('[a page](https://elsewhere.example/page)');
  const link = drawn.querySelector('a');
  const press = (button: number): boolean =>
    link?.dispatchEvent(new MouseEvent('auxclick', { button, bubbles: true, cancelable: true })) ?? false;
  expect([press(2), opened]).toEqual([true, []]);
  expect([press(1), opened]).toEqual([false, ['https://elsewhere.example/page']]);
});
