/** Texts of the export dialog and of the message after an export. */
export const exports = {
  notEncrypted:
    'The file isn’t encrypted. Anyone who can open it can read it, and Reeve can’t delete it for you later.',
  columns: 'Columns',
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  noColumn: 'Select at least one column.',
  run: 'Export',
  save: 'Save',
  downloading: (name: string) => `Downloading ${name}`,
  showFile: 'Show file',
  downloadManifest: 'Download manifest',
} as const;
