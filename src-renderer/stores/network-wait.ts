import type { Job } from '#shared/contract/jobs.ts';
import type { Stores } from './context.ts';

/**
 * A job as it is shown: without a network it is `waiting` without a time, also while it makes one of its attempts. Read
 * reactively.
 */
export function withNetworkWait({ connection, profiles }: Pick<Stores, 'connection' | 'profiles'>, job: Job): Job {
  const { state, failure, profileId } = job;
  const isBetweenAttempts = state === 'waiting' && failure?.code === 'offline';
  const isAttempt = state === 'running' && connection.isOffline && profileId === profiles.openId;
  return isBetweenAttempts || isAttempt ? { ...job, state: 'waiting', resumeAt: null, etaMs: null } : job;
}
