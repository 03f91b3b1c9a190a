/**
 * The address and token of the demo platform that `npm start` runs; undefined without one. They are passed in environment
 * variables, because other users can see command line arguments.
 */
export function demoOf(environment: NodeJS.ProcessEnv): { url: string; token: string } | undefined {
  const { REEVE_DEMO_URL: url, REEVE_DEMO_TOKEN: token } = environment;
  return url === undefined || token === undefined ? undefined : { url, token };
}
