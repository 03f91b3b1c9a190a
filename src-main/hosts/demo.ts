/**
 * The demonstration platform that `npm start` runs beside Reeve, told in the environment because a process list shows
 * arguments to everyone. Undefined without one.
 */
export function demoOf(environment: NodeJS.ProcessEnv): { url: string; token: string } | undefined {
  const { REEVE_DEMO_URL: url, REEVE_DEMO_TOKEN: token } = environment;
  return url === undefined || token === undefined ? undefined : { url, token };
}
