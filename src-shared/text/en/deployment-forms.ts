import { deployments } from './deployments.ts';
import { count, plural } from './moments.ts';
import { writeLabels } from './operations.ts';

const create = writeLabels('deployments.create');

/** A status that a request can set, in words. */
const statuses = deployments.values?.status as Readonly<Record<string, string>>;

/** Forms that create, change and delete deployments. */
export const deploymentForms = {
  status: (status: string): string => statuses[status] ?? status,
  /** The heading of the buttons in the panel. */
  panel: 'Actions',
  statusMissing: 'Choose a status.',
  create: {
    label: create.open,
    title: (project: string): string => `${create.name} in ${project}`,
    text: 'Records a deployment that was made outside of the instance. No job is started.',
    environmentUnknown: 'No synced deployment is in an environment with this name. Check the spelling.',
    labels: { tag: 'This is a tag', sha: 'Commit SHA' },
    shaHelp: 'Enter the full SHA if possible, because a short one can be ambiguous.',
    shaInvalid: 'Enter a commit SHA. A SHA has 7 to 64 characters: 0–9 and a–f.',
    shaNotFound: (sha: string): string =>
      `No commit of this project has the SHA ${sha}. Correct it, or enter the SHA of another commit.`,
    useCommit: (sha: string, ref: string): string => `Use ${sha}, the last synced commit of ${ref}`,
    statusHelp: 'A running deployment can’t be deleted.',
    button: create.send,
    one: (environment: string): string => `${create.name} in ${environment}`,
    done: (environment: string): string => `Created a deployment in ${environment}`,
    consequence: 'It becomes the newest deployment of its environment.',
  },
  change: {
    label: 'Change status…',
    palette: (n: number): string => `Change the status of ${plural(n, 'deployment')}…`,
    title: (n: number): string => `Change the status of ${plural(n, 'deployment')}`,
    titleOne: (name: string): string => `Change the status of ${name}`,
    text: 'The API doesn’t document which status can follow which, so the instance may refuse a change.',
    textMany: 'Deployments that already have this status aren’t sent.',
    field: 'New status',
    button: (n: number): string => (n === 1 ? 'Change status' : 'Change status…'),
    plan: (n: number, status: string): string => `Change the status of ${plural(n, 'deployment')} to “${status}”`,
    done: (name: string, status: string): string => `Set ${name} to “${status}”`,
    noWayBack: 'The current status can’t be restored: only the instance can set it.',
    noneLeft:
      'CI jobs created all selected deployments, and the API of this instance can’t change deployments of jobs.',
  },
  remove: {
    label: 'Delete…',
    palette: (n: number): string => `Delete ${plural(n, 'deployment')}…`,
    title: (n: number): string => `Delete ${plural(n, 'deployment')}`,
    done: (name: string): string => `Deleted ${name}`,
    consequence:
      'Undo creates new records with the same environment, commit, branch or tag, and status. They become the newest deployments of their environments.',
    running: 'A running deployment can’t be deleted. Change its status first.',
    runningJob:
      'A running deployment can’t be deleted, and the API of this instance can’t change the status of deployments of CI jobs.',
    newest: (environment: string): string =>
      `The newest deployment of ${environment} can’t be deleted. Create a newer one first.`,
    noneLeft: 'Each selected deployment is running or is the newest of its environment, so none can be deleted.',
    leftOut: (running: number, newest: number): string =>
      [
        running === 0 ? '' : plural(running, 'running deployment'),
        newest === 0 ? '' : plural(newest, 'newest deployment of an environment', 'newest deployments of environments'),
      ]
        .filter((part) => part !== '')
        .join(' and ')
        .concat(running + newest === 1 ? ' is left out.' : ' are left out.'),
    failed: 'Couldn’t determine which deployments can be deleted',
  },
  repair: {
    button: (n: number): string => `Repair ${plural(n, 'deployment')}…`,
    title: (n: number, hours: number): string =>
      `Repair ${plural(n, 'deployment')} running or created for more than ${count(hours)}\u00a0h`,
    text: 'Sets the status of each deployment. The plan shows every change before it is sent.',
    loadFailed: 'Couldn’t load the deployments to repair',
    none: 'No deployment has been running or created for that long',
    groups: {
      success: (n: number): string => `${plural(n, 'deployment')}: the job succeeded`,
      failed: (n: number): string => `${plural(n, 'deployment')}: the job failed`,
      canceled: (n: number): string => `${plural(n, 'deployment')}: the job was canceled`,
      unknown: (n: number): string => `${plural(n, 'deployment')}: no job, or its result isn’t known`,
      unfinished: (n: number): string => `${plural(n, 'deployment')}: the job hadn’t finished at the last sync`,
    },
    useJobs: (n: number): string => `Use the result of the job for ${plural(n, 'deployment')}`,
    status: (isForOthers: boolean): string => (isForOthers ? 'Status of the others' : 'New status'),
    withUnfinished: (n: number): string => `Also repair ${plural(n, 'deployment')} whose job hadn’t finished`,
    withUnfinishedHelp: 'Changing the status doesn’t stop the job.',
    ofJobs: (n: number): string =>
      `${plural(n, 'deployment')} of CI jobs can’t be changed by the API of this instance. Open their jobs in the browser:`,
    openJob: (deployment: string): string => `Open the job of ${deployment} in the browser`,
    nothing: 'Select at least one option. Otherwise there is nothing to repair.',
    submit: 'Repair deployments…',
    plan: (n: number): string => `Repair ${plural(n, 'deployment')}`,
    noWayBack: (n: number): string =>
      `Undo can’t restore the status of ${plural(n, 'deployment that is', 'deployments that are')} “created” now.`,
    cut: (n: number): string => `One plan has at most ${count(n)} deployments: the oldest ones are repaired first.`,
  },
};
