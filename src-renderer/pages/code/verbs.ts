import FilePlus from '@lucide/icons/icons/file-plus';
import Layers from '@lucide/icons/icons/layers';
import { commitBuilder } from '#shared/text/en/commit-builder-forms.ts';
import { fileForms } from '#shared/text/en/file-forms.ts';

const path = 'code/files';

export const create = {
  ...{ id: 'files.create', label: fileForms.actions.create, keywords: fileForms.actions.keywords },
  ...{ icon: FilePlus, path },
};
export const openBuilder = {
  ...{ id: 'builder.open', label: commitBuilder.title, title: commitBuilder.open, keywords: commitBuilder.keywords },
  ...{ icon: Layers, path, isHarmless: true },
};
