/** The state of one subject at one moment, as a watch or job observed it. */
export interface Observation {
  profileId: string;
  /** What is observed, for example `mirror-failed`. Notices of the same kind are grouped. */
  kind: string;
  /** The subject, unique within the kind: for example scope and id of a mirror. */
  key: string;
  /** Whether the state needs attention. Only a change of this value, or a first alarm, produces a notice. */
  isAlarm: boolean;
  /** Epoch milliseconds. */
  at: number;
  /** The name of the subject, for grouped notices. */
  subject: string;
  title: string;
  body: string;
  /** The title of the notice when the alarm ends. Absent: its end produces no notice. */
  recovered?: string;
  /** The page, scope and filter that show exactly the rows concerned. */
  link: NoticeLink;
}

/** A page of the window with its query. */
export interface NoticeLink {
  /** The first segment of the page's path, for example `remote-mirrors`. */
  page: string;
  /** Parameters of the address, for example `scope` and `id`. */
  query: Record<string, string>;
}

export type Observe = (observation: Observation) => void;
