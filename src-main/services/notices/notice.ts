import type { NoticeKind, NoticeLink } from '#shared/contract/notices.ts';

export type { NoticeLink };

/** A subject, the words of its notice, and the rows to show. */
export interface Subject {
  profileId: string;
  /** What is observed. Notices of the same kind are grouped. */
  kind: NoticeKind;
  /** The subject, unique within the kind: for example scope and id of a mirror. */
  key: string;
  /** Epoch milliseconds. */
  at: number;
  /** The name of the subject, for grouped notices. */
  subject: string;
  title: string;
  body: string;
  /** The page, scope and filter that show exactly the rows concerned. */
  link: NoticeLink;
}

/** The state of one subject at one moment, as a watch or job observed it. */
export interface Observation extends Subject {
  /** Whether the state needs attention. Only a change of this value produces a notice. */
  isAlarm: boolean;
  /**
   * If the first observation of the subject is an alarm: the label under which it is counted, and a filter of its list.
   * Absent: Reeve's own requests cause the state, so a first alarm is a change.
   */
  first?: { label: string; filter: object };
  /** The kind and title of the notice when the alarm ends. Absent: its end produces no notice. */
  recovered?: readonly [NoticeKind, string] | undefined;
}

/** Something that happened once, for example the end of a long job. It always produces a notice. */
export type Happening = Subject;
