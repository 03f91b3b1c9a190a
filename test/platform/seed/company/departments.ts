/** A department of the company, and what its people do. */
export interface Department {
  name: string;
  /** How many of a hundred people work there. */
  percent: number;
  jobTitles: readonly string[];
}

export const departments: readonly Department[] = [
  {
    name: 'Engineering',
    percent: 46,
    jobTitles: [
      'Software Engineer',
      'Senior Software Engineer',
      'Staff Engineer',
      'Frontend Engineer',
      'Engineering Manager',
      'Test Engineer',
    ],
  },
  {
    name: 'Platform',
    percent: 12,
    jobTitles: ['Site Reliability Engineer', 'Platform Engineer', 'Database Administrator', 'Release Manager'],
  },
  { name: 'Data', percent: 10, jobTitles: ['Data Engineer', 'Data Analyst', 'Machine Learning Engineer'] },
  { name: 'Security', percent: 5, jobTitles: ['Security Engineer', 'Security Analyst'] },
  {
    name: 'Product',
    percent: 14,
    jobTitles: ['Product Manager', 'Product Designer', 'UX Researcher', 'Technical Writer'],
  },
  {
    name: 'Operations',
    percent: 8,
    jobTitles: ['IT Support Specialist', 'Systems Administrator', 'Logistics Analyst'],
  },
  { name: 'Finance', percent: 5, jobTitles: ['Accountant', 'Controller', 'Procurement Manager'] },
];

export const locations = ['Berlin', 'Lisbon', 'London', 'Kraków', 'Toronto', 'Bengaluru', 'Singapore', 'Rotterdam'];

/** The offset from UTC of each location, in minutes, in the same order. */
export const locationOffsets = [60, 0, 0, 60, -300, 330, 480, 60];

/** Companies whose people work with Acme. */
export const partners = [
  { name: 'Globex', domain: 'globex.example' },
  { name: 'Brightline Consulting', domain: 'brightline.example' },
  { name: 'Studio Nord', domain: 'studio-nord.example' },
];

export const bios = [
  'Backend developer. Databases, queues and long bike rides.',
  'I look after the build machines.',
  'Part-time: Monday to Wednesday.',
  'Accessibility, design systems and good coffee.',
  'On call every fourth week.',
  'Ask me about invoices.',
];

export const adminNotes = [
  'Contractor until the end of March',
  'On parental leave until May',
  'Second account for tests, requested by Security',
  'Asked for more CI minutes in ticket 4182',
  'Moved from Globex to Acme',
];
