import Upload from '@lucide/icons/icons/upload';
import { uploadForms } from '#shared/text/en/uploads-forms.ts';

export const create = {
  ...{ id: 'uploads.create', label: uploadForms.upload.label, keywords: 'add file attach', icon: Upload },
  path: 'integrations/uploads',
};
