const known: Readonly<Record<string, string>> = {
  id: 'ID',
  iid: 'Number',
  url: 'Address',
  web_url: 'Web address',
  avatar_url: 'Avatar address',
  raw_url: 'Raw file address',
  external_url: 'External address',
  extern_uid: 'External ID',
  sha: 'SHA',
};

/** Words for the fields of an object in a row, such as the author of an issue. */
export const nestedFields = {
  all: 'All fields',
  allOf: (field: string) => `All fields of ${field}`,
  /** `created_at` is "Created at", `user_id` is "User ID". */
  label: (name: string): string => {
    if (Object.hasOwn(known, name)) return known[name] ?? name;
    const words = name.replaceAll('_', ' ').replace(/\bid\b/, 'ID');
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
  numbered: (outer: string, n: number) => (outer === '' ? String(n) : `${outer} ${n}`),
  inner: (outer: string, inner: string) => (outer === '' ? inner : `${outer} · ${inner}`),
  more: (n: number) => `${n} more fields aren’t shown.`,
};
