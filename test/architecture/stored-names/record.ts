import { writeFileSync } from 'node:fs';
import { declared, sorted } from './declared-names.ts';
import { file, recorded, version } from './recorded-names.ts';

/** `npm run stored-names`: adds new names to `stored-names.json`, and removes none. */
const names = Object.fromEntries(
  Object.keys({ ...recorded.names, ...declared }).map((kind) => [
    kind,
    sorted([...(recorded.names[kind] ?? []), ...(declared[kind] ?? [])]),
  ]),
);
writeFileSync(file, `${JSON.stringify({ version, names }, null, 2)}\n`);
