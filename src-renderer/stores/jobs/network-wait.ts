import type { Job } from '#shared/contract/job.ts';
import type { PlatformConnection } from '../instance/connection.svelte.ts';
import type { Profiles } from '../instance/profiles.svelte.ts';

/**
 * A job as the window shows it: without a network its state is `waiting` without a time, also during one of its attempts.
 * Reads reactive state.
 */
export function withNetworkWait(
  { connection, profiles }: { connection: PlatformConnection; profiles: Profiles },
  job: Job,
): Job {
  const { state, failure, profileId } = job;
  const isBetweenAttempts = state === 'waiting' && failure?.code === 'offline';
  const isAttempt = state === 'running' && connection.isOffline && profileId === profiles.openId;
  return isBetweenAttempts || isAttempt ? { ...job, state: 'waiting', resumeAt: null, etaMs: null } : job;
}
