import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withEndpointTable } from './endpoint-table.ts';

/** `npm run docs`: what the README says of the data, from the data. */
const file = join(import.meta.dirname, '../../README.md');
writeFileSync(file, withEndpointTable(readFileSync(file, 'utf8')));
