import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocs } from './api-docs.ts';

/** `npm run docs`: writes the files of `docs/api`. */
const folder = join(import.meta.dirname, '../../docs/api');
const files = apiDocs();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) rmSync(join(folder, name));
for (const [name, text] of files) writeFileSync(join(folder, name), text);
