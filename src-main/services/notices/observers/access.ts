import type { Connection } from '#shared/contract/host.ts';
import { explainWord } from '#shared/text/en/failures.ts';
import { notices as words } from '#shared/text/en/notices.ts';
import type { Observation } from '../notice.ts';

/** Whether the platform refuses everything of a profile, or all changes of it. `at`: epoch milliseconds. */
export function accessState(
  profileId: string,
  instance: string,
  refusal: Connection['refusal'],
  at: number,
): Observation {
  const { what, nextStep } = explainWord(refusal?.reason ?? 'denied');
  return {
    ...{ profileId, kind: 'access-refused', key: 'access', at, subject: instance },
    isAlarm: refusal !== null,
    title: what,
    body: nextStep,
    recovered: ['access-back', words.accessBack(instance)],
    link: { page: `profiles/${profileId}`, query: {} },
  };
}
