import type { Explanation, Refusals } from '../failure-texts.ts';

const newestDeployment: Explanation = {
  what: 'The deployment is running, or it is the newest of its environment.',
  nextStep:
    'If it is running, wait until it ends. If no CI job created it, you can change its status instead. If it is the newest, create a newer deployment. Then retry.',
};

const noDeployment: Explanation = {
  what: 'The deployment no longer exists, or this token can’t see it.',
  nextStep: 'Sync the deployments again.',
};

const noProject: Explanation = {
  what: 'The project doesn’t exist, or this token can’t see it.',
  nextStep: 'Check the project and your access to it.',
};

const roleTooLow = (forbidden: string): Explanation => ({
  what: `Your role in this project doesn’t allow ${forbidden}.`,
  nextStep: 'Use a token with a higher role.',
});

/** Refused writes to deployments and artifacts of jobs. */
export const deployments = {
  'deployments.create': {
    400: {
      what: 'The instance didn’t accept the commit, the branch or tag, or another value.',
      nextStep: 'Check that the commit and the branch or tag exist in this project, then retry.',
    },
    403: roleTooLow('creating deployments'),
    404: noProject,
  },
  'deployments.edit': {
    400: {
      what: 'The instance doesn’t allow this status after the current one.',
      nextStep: 'Refresh the deployment, then choose another status.',
    },
    403: roleTooLow('changing deployments'),
    404: noDeployment,
  },
  'deployments.remove': {
    400: newestDeployment,
    403: roleTooLow('deleting deployments'),
    404: noDeployment,
    409: newestDeployment,
    422: newestDeployment,
  },
  'artifacts.keep': {
    403: roleTooLow('changing the expiry of artifacts'),
    404: {
      what: 'The job doesn’t exist, or it has no artifacts. They may have expired or been deleted.',
      nextStep: 'Sync the files of the job to see whether it still has artifacts.',
    },
  },
  'artifacts.remove': {
    403: {
      what: 'Deleting artifacts requires the Maintainer or Owner role in the project.',
      nextStep: 'Use the token of a Maintainer or Owner.',
    },
    404: {
      what: 'The job doesn’t exist, or this token can’t see it.',
      nextStep: 'Check the job ID.',
    },
  },
  'artifacts.removeAll': {
    403: {
      what: 'Your role in this project doesn’t allow deleting all of its artifacts.',
      nextStep: 'Use the token of a Maintainer or Owner.',
    },
    404: noProject,
  },
} satisfies Refusals;
