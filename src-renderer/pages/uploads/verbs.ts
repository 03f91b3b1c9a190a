import Upload from '@lucide/icons/icons/upload';
import { uploadForms as words } from '#shared/text/en/uploads-forms.ts';

const path = 'integrations/uploads';
export const create = { id: 'uploads.create', label: words.upload.label, keywords: 'add attach', icon: Upload, path };
