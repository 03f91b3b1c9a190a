/** Words of the field for a long text. */
export const longText = {
  views: (label: string) => `Views of ${label}`,
  write: 'Write',
  preview: 'Preview',
  changes: 'Changes',
  difference: (label: string) => `Changes to ${label}`,
  empty: 'Nothing to preview.',
};
