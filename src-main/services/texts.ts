import { readPlanFile } from '#main/changes/plan-file/plan-file.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import type { ImportOp } from '#shared/contract/imports.ts';
import { readAddresses } from './catalogue/catalogue-add.ts';
import { readCatalogueCsv } from './catalogue/catalogue-csv.ts';
import { parseQueue } from './imports/import-queue.ts';
import { readLeavers } from './leavers/read-leavers.ts';
import { readHostKeys } from './remote-mirrors/host-key-lines.ts';
import type { Reached } from './reached.ts';
import { readAuthority } from './ssh/authority.ts';
import { readKeys } from './ssh/ssh-text.ts';

/**
 * The parsers of everything that a person pastes, drops or opens. The work of each is linear; `npm run bench` measures it.
 * Shape: `rows` is what can be long.
 */
export const texts = {
  addresses: ({ text, base }: { text: string; base: string }, reached?: Reached) => ({
    rows: readAddresses(text, base, reached),
  }),
  authority: ({ text }: { text: string }, reached?: Reached) => ({ rows: [], ...readAuthority(text, reached) }),
  catalogue: ({ text, base }: { text: string; base: string }, reached?: Reached) => ({
    rows: readCatalogueCsv(text, base, reached),
  }),
  hostKeys: ({ text, host }: { text: string; host: string | null }, reached?: Reached) => {
    const { lines: rows, ...rest } = readHostKeys(text, host, reached);
    return { rows, ...rest };
  },
  keys: ({ text }: { text: string }, reached?: Reached) => ({ rows: [], ...readKeys(text, reached) }),
  leavers: ({ text }: { text: string }, reached?: Reached) => readLeavers(text, reached),
  planFile: ({ text }: { text: string }) => readPlanFile(text),
  queue: (
    { op, text, defaults, dialect }: { op: ImportOp; text: string; defaults: object; dialect: DialectName },
    reached?: Reached,
  ) => {
    const { lines: rows, problems } = parseQueue(op, text, { ...defaults }, dialect, reached);
    return { rows, problems };
  },
};

export type TextName = keyof typeof texts;
export type TextInput<N extends TextName = TextName> = Parameters<(typeof texts)[N]>[0];
export type TextResult<N extends TextName> = ReturnType<(typeof texts)[N]>;
