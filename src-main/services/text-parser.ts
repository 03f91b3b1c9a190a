import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import { isOutOfMemory, parsingThreads, piecesFrom } from './parsing-threads.ts';
import { texts, type TextInput, type TextName, type TextResult } from './texts.ts';

/** The longest time for parsing a text and taking its rows. */
export const textLimitMs = seconds(5);
/** Shorter texts are parsed at once: that takes less time than the start of a thread. */
export const mostCharsOnMainThread = 4_000;

/**
 * Parses what people paste, drop or open. A longer text is parsed in a separate thread, which is ended at the limit. Decision: build/decisions/0042-texts-are-parsed-in-a-thread.md
 */
export function textParser(script: URL, limitMs = textLimitMs) {
  const threads = parsingThreads(script);

  return {
    /**
     * The result of one of the `texts`. Fails: as its parser does; `invalid`/`text-too-costly` with the line that was reached
     * as the field `line.12`, or `text` if the parser does not read line by line; `aborted`.
     */
    async read<N extends TextName>(name: N, input: TextInput<N>, signal: AbortSignal): Promise<TextResult<N>> {
      if (input.text.length <= mostCharsOnMainThread) return texts[name](input as never) as TextResult<N>;
      return threads.run(async (thread) => {
        // Wait for the start of the thread, which the limit does not include
        await thread.call('take', { from: 0, count: 0 }, signal);
        const reached = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
        const limit = AbortSignal.timeout(limitMs);
        const ended = AbortSignal.any([signal, limit]);
        try {
          const { total, rest } = await thread.call('read', { name, input, reached }, ended);
          const rows: unknown[] = [];
          for await (const piece of piecesFrom(thread, total, ended)) rows.push(...piece);
          return { ...rest, rows } as TextResult<N>;
        } catch (thrown) {
          const isTooCostly = isOutOfMemory(thrown) || (limit.aborted && !signal.aborted);
          throw isTooCostly ? tooCostly(reached[0] ?? 0, thrown) : thrown;
        }
      });
    },
    /** End the threads. Texts that are being parsed fail. */
    close: threads.close,
  };
}
export type TextParser = ReturnType<typeof textParser>;

function tooCostly(line: number, cause: unknown): Failure {
  const field = line === 0 ? 'text' : `line.${line}`;
  return new Failure('invalid', `the text was not parsed beyond ${field}`, { reason: 'text-too-costly', field, cause });
}
