import { plural } from './moments.ts';
import { webhookEvents as words } from './webhook-events.ts';

type Data = Readonly<Record<string, unknown>>;
/** The fields of a cached delivery that describe its event. */
type Delivery = Data;

/** The event of a delivery: "Push, main, 3 commits". */
export function deliveryEvent(row: Delivery): string {
  const trigger = row['trigger'];
  const name = typeof trigger === 'string' ? (words.values?.['trigger']?.[trigger] ?? trigger) : null;
  return [name, summaryOf(row)].filter((part) => part !== null && part !== '').join(', ');
}

/** The name of the event, from its headers: "Push Hook". */
function eventNameOf({ request_headers: headers }: Delivery): string | null {
  const found = Object.entries(asData(headers)).find(([name]) => /^x-[\w-]*-event$/i.test(name))?.[1];
  return typeof found === 'string' ? found : null;
}

const asData = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
const textIn = (data: Data, ...names: string[]): string | null => {
  for (const name of names) {
    const value = data[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
};

/**
 * What the event is about, in a few words: "main, 3 commits". Only the payload of a push is documented (document 1:215);
 * the others are read as this platform family sends them, and a custom template can send anything.
 */
export function summaryOf(row: Delivery): string {
  const data = asData(row['request_data']);
  const about = asData(data['object_attributes']);
  const join = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(', ');
  const marked = (mark: string, id: string | null): string | null => (id === null ? null : `${mark}${id}`);
  const state = textIn(about, 'state', 'action', 'status');
  const text = ((): string => {
    switch (textIn(data, 'object_kind', 'event_name', 'event_type')) {
      case 'push':
        return join(refOf(data), commitsOf(data));
      case 'tag_push':
        return join(refOf(data));
      case 'merge_request':
        return [marked('!', textIn(about, 'iid')), state].filter(Boolean).join(' ');
      case 'issue':
      case 'confidential_issue':
        return [marked('#', textIn(about, 'iid')), state].filter(Boolean).join(' ');
      case 'pipeline':
        return [marked('#', textIn(about, 'id')), textIn(about, 'status')].filter(Boolean).join(' ');
      case 'build':
      case 'job':
        return join(textIn(data, 'build_name', 'name'), textIn(data, 'build_status', 'status'));
      case 'note':
        return join(textIn(about, 'noteable_type'), textIn(about, 'note')?.split('\n', 1)[0] ?? null);
      case 'wiki_page':
        return join(textIn(about, 'title', 'slug'), textIn(about, 'action'));
      case 'deployment':
        return join(textIn(data, 'environment'), textIn(data, 'status'));
      case 'release':
        return join(textIn(data, 'tag', 'name'), textIn(data, 'action'));
      default:
        return '';
    }
  })();
  return text === '' ? (eventNameOf(row) ?? textIn(data, 'object_kind', 'event_name') ?? '') : text;
}

function refOf(data: Data): string | null {
  return textIn(data, 'ref')?.replace(/^refs\/(heads|tags)\//, '') ?? null;
}

function commitsOf(data: Data): string | null {
  const { total_commits_count: total, commits } = data;
  if (typeof total === 'number') return plural(total, 'commit');
  return Array.isArray(commits) ? plural(commits.length, 'commit') : null;
}
