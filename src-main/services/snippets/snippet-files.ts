import { safeFileName } from '#main/api/client/wire/file-name.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { mostShownText, type SnippetContent } from '#shared/contract/snippet-files.ts';
import { Failure } from '#shared/errors.ts';
import { isYounger } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import { saveFile } from '../exports/file-exports.ts';
import { readBlob } from '../files/stored-bytes.ts';
import type { Instance } from '../instances/instance.ts';
import { firstPathOf, type SnippetContents } from './snippet-contents.ts';

/** A character of UTF-8 has at most 3 bytes for each UTF-16 code unit. */
const mostShownBytes = 3 * mostShownText;
/** A file with a zero byte among its first bytes is not text. */
const mostChecked = 8_000;

/** The contents of snippets, as the window shows and saves them. */
export function snippetFiles(
  open: () => Instance,
  contents: SnippetContents,
  { state: { blobs }, fileExports, clock }: Pick<AppContext, 'state' | 'fileExports' | 'clock'>,
) {
  async function textOf(sha256: string): Promise<{ text: string | null; isShort: boolean }> {
    const all = await readBlob(blobs, { sha256 }, clock.now(), mostShownBytes);
    if (all.subarray(0, mostChecked).includes(0)) return { text: null, isShort: false };
    const whole = new TextDecoder().decode(all);
    const text = whole.slice(0, mostShownText);
    return { text, isShort: text.length < whole.length };
  }

  return {
    content: async (address, signal): Promise<SnippetContent> => {
      const found = await contents.find(open(), address, signal);
      if (found === null) return { state: 'not-stored' };
      const { sha256, sizeBytes, fetchedAt, isOutdated } = found;
      const { text, isShort } = await textOf(sha256);
      const isCut = text !== null && (isShort || sizeBytes > mostShownBytes);
      return { state: 'stored', text, isCut, sizeBytes, sha256, fetchedAt, isOutdated };
    },
    refresh: ({ maxAgeMs = 0, ...address }, signal) =>
      open().once(
        `snippetFiles.refresh ${address.scope} ${address.id} ${address.path ?? ''}`,
        async (own) => {
          const found = await contents.find(open(), address, own);
          if (found !== null && !found.isOutdated && isYounger(found.fetchedAt, maxAgeMs, clock.now())) {
            return { fetchedAt: found.fetchedAt };
          }
          const { fetchedAt } = await contents.fetch(open(), address, own);
          return { fetchedAt };
        },
        signal,
      ),
    store: ({ scope, id }, signal) => contents.store(open(), scope, id, signal),
    save: async (address, signal) => {
      const found = await contents.find(open(), address, signal);
      if (found === null) throw new Failure('missing', 'the file is not stored');
      const path = address.path ?? firstPathOf(found.snippet);
      const name = safeFileName(path?.split('/').at(-1) ?? '', `snippet-${address.id}.txt`);
      return saveFile(fileExports, name, blobs.read(found.sha256, clock.now()), { signal });
    },
  } satisfies Services<ReeveContract>['snippetFiles'];
}
