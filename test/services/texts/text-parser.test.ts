import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mostCharsOnMainThread, textLimitMs, textParser } from '#main/services/text-parser.ts';
import { texts } from '#main/services/texts.ts';
import { explain } from '#shared/text/en/failures.ts';
import { fakePorts } from '../../helpers/fake-ports.ts';
import { madeTexts } from '../../helpers/made-texts.ts';
import { tempFolder } from '../../state/data-folders.ts';

const { signal } = new AbortController();
const long = 'a b\n'.repeat(mostCharsOnMainThread);

function parser(script = fakePorts(tempFolder()).workers.parse, limitMs = 60_000) {
  const own = textParser(script, limitMs);
  onTestFinished(own.close);
  return own;
}

test('the limit is 5 seconds', () => {
  expect(textLimitMs).toBe(5_000);
});

test('each parser gives the same result in the thread as on the main thread', async () => {
  const own = parser();
  for (const { parser: name, of } of madeTexts.filter(({ isUsual }) => isUsual === true)) {
    const input = of(60_000);
    expect(input.text.length).toBeGreaterThan(mostCharsOnMainThread);
    expect(await own.read(name, input, signal), name).toEqual(texts[name](input as never));
  }
});

test('a failure of a parser in the thread has its field', async () => {
  const wrong = parser().read('catalogue', { text: long, base: 'https://git.example' }, signal);
  await expect(wrong).rejects.toMatchObject({ code: 'invalid', field: 'text' });
});

test.each(['keys', 'addresses'] as const)(
  'if parsing or reading the rows takes too long, it ends with an error that names the line: %s',
  async (name) => {
    const endless = pathToFileURL(join(import.meta.dirname, 'endless-parser.ts'));
    const ended = await parser(endless, 1_000)
      .read(name, { text: long, base: '' }, signal)
      .catch((thrown: unknown) => thrown);
    expect(ended).toMatchObject({ code: 'invalid', reason: 'text-too-costly', field: 'line.12' });
    expect(explain(ended as never).what).toBe(
      'Parsing this text needs too much time or memory. Parsing stopped at line 12.',
    );
  },
);

test('parsing ends when the call is canceled', async () => {
  const endless = pathToFileURL(join(import.meta.dirname, 'endless-parser.ts'));
  const stop = new AbortController();
  const left = parser(endless).read('keys', { text: long }, stop.signal);
  stop.abort();
  await expect(left).rejects.toMatchObject({ code: 'aborted' });
});
