import type { Check } from './check.ts';
import type { HostReport } from './try-host.ts';

export const nodeHost: Check = {
  name: 'the node host starts from app.asar and syncs the users of the simulated platform',
  run: async ({ host }) => hostProblems(await host),
};

export function hostProblems({ sync, users, wanted }: HostReport): string[] {
  return [
    ...(sync === 'done' ? [] : [`the sync of users ended with the state "${sync}"`]),
    ...(users === wanted ? [] : [`the host lists ${users} users, the platform has ${wanted}`]),
  ];
}
