import { parseOptions, USAGE } from './options.ts';
import { createPlatform } from './platform.ts';
import type { Settings } from './settings.ts';

function fail(error: unknown): never {
  const [line = ''] = (error as Error).message.split('\n');
  process.stderr.write(`platform simulator: ${line} (usage: ${USAGE})\n`);
  process.exit(2);
}

let options: Partial<Settings>;
try {
  options = parseOptions(process.argv.slice(2));
} catch (error) {
  fail(error);
}
const platform = await createPlatform(options).catch(fail);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void platform.close().then(() => process.exit(0)));
}
const { url, tokens, jobToken, exports } = platform;
process.stdout.write(`${JSON.stringify({ url, tokens, jobToken, exports })}\n`);
