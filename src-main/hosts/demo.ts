import { z } from 'zod';
import type { Demo } from '#main/core/demo.ts';
import { ExportToAdd } from '#shared/contract/dependency-exports.ts';
import { ProfileInput } from '#shared/contract/profiles.ts';

/**
 * The demo platform that `npm start` runs; undefined without one. Its address, token and dialect, and the exports that
 * were requested on it before, are passed in environment variables, because other users can see command line arguments.
 */
export function demoOf(environment: NodeJS.ProcessEnv): Demo | undefined {
  const { REEVE_DEMO_URL: url, REEVE_DEMO_TOKEN: token, REEVE_DEMO_EXPORTS: exports = '[]' } = environment;
  const dialect = ProfileInput.shape.dialect.parse(environment['REEVE_DEMO_DIALECT']);
  if (url === undefined || token === undefined) return undefined;
  return { url, token, dialect, exports: z.array(ExportToAdd).parse(JSON.parse(exports)) };
}
