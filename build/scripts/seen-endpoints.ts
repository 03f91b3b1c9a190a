import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { endpoints } from '../../test/platform/endpoints.ts';
import { seenFolder } from '../../test/helpers/seen-endpoints.ts';

/** After a whole test run: was every documented endpoint asked by the client, over a socket, and answered well? */
const files = existsSync(seenFolder) ? readdirSync(seenFolder) : [];
const seen = new Set(files.flatMap((file) => readFileSync(join(seenFolder, file), 'utf8').split('\n')));
const missing = endpoints.map(({ method, path }) => `${method} ${path}`).filter((endpoint) => !seen.has(endpoint));
for (const endpoint of missing) process.stderr.write(`no test had an answer from ${endpoint}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
