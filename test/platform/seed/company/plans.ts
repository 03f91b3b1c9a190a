/** Labels of the company: the path of the group or project, name, color, description and priority. */
export const companyLabels: readonly (readonly [string, string, string, string | null, number | null])[] = [
  ['acme', 'bug', '#d9534f', 'Something does not work as described', 1],
  ['acme', 'feature', '#428bca', 'Something that customers or colleagues asked for', 3],
  ['acme', 'incident', '#8e2c2c', 'Something was not available', 0],
  ['acme', 'documentation', '#69d100', null, null],
  ['acme', 'priority::high', '#ad4363', 'Before anything else', 0],
  ['acme', 'good first issue', '#5cb85c', 'Small and well described', null],
  ['acme/core', 'backend', '#330066', 'Services and databases', 2],
  ['acme/core', 'payments', '#f0ad4e', 'Needs a review by Finance', null],
  ['acme/website', 'design', '#a8d695', 'Needs a designer', 2],
  ['acme/website', 'accessibility', '#eee600', null, null],
  ['globex', 'bug', '#cc0000', null, null],
  ['globex', 'stock', '#5843ad', 'Numbers on the shelves', 0],
];

/** Milestones: the path, number, title, description, state, and the first and last day from today. */
export const companyMilestones: readonly (readonly [
  path: string,
  iid: number,
  title: string,
  description: string,
  state: 'active' | 'closed',
  startDays: number | null,
  dueDays: number | null,
])[] = [
  ['acme/core', 1, 'v1.1', 'Discounts and partial shipments', 'closed', -120, -30],
  ['acme/core', 2, 'v1.2', 'Partial refunds', 'active', -20, 25],
  ['acme/core', 3, 'v2.0', 'Subscriptions', 'active', 26, 90],
  ['acme/core', 4, 'Backlog', 'Without a date', 'active', null, null],
  ['acme/website', 1, 'Guest checkout', 'Orders without an account', 'active', -10, 20],
  ['acme/website', 2, 'New home page', 'With the drafts of the Design Guild', 'active', 40, 100],
  ['acme', 1, 'Winter sale', 'Everything that has to be ready before the sale', 'active', -5, 45],
  ['globex/warehouse', 1, 'Stocktaking', 'At the end of the year', 'active', null, 30],
];

/** Epics by the path of the group. */
export const companyEpics: readonly (readonly [path: string, ...titles: string[]])[] = [
  ['acme', 'Faster checkout', 'A shop that everybody can use'],
  ['acme/platform', 'Move to Debian 13'],
  ['globex', 'Stocktaking without closing the warehouse'],
];
