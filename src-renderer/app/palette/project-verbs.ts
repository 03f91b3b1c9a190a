import FilePlus from '@lucide/icons/icons/file-plus';
import GitMerge from '@lucide/icons/icons/git-merge';
import Layers from '@lucide/icons/icons/layers';
import Shield from '@lucide/icons/icons/shield';
import Upload from '@lucide/icons/icons/upload';
import { branchForms } from '#shared/text/en/branch-forms.ts';
import { commitBuilder } from '#shared/text/en/commit-builder-forms.ts';
import { deploymentForms } from '#shared/text/en/deployment-forms.ts';
import { fileForms } from '#shared/text/en/file-forms.ts';
import { jobTokenForms } from '#shared/text/en/job-token-forms.ts';
import { snippetForm } from '#shared/text/en/snippet-forms.ts';
import { uploadForms } from '#shared/text/en/uploads-forms.ts';
import { wikiForm } from '#shared/text/en/wiki-forms.ts';
import type { PageVerb } from '../../console/page/page-action.ts';

/** A command of a page of a project. `path`: of that page, after the path of the project. */
export interface ProjectVerb extends PageVerb {
  path: string;
}

/** Commands that the palette offers on every page while a project is chosen. */
export const projectVerbs: readonly ProjectVerb[] = [
  {
    id: 'builder.open',
    label: commitBuilder.open,
    keywords: commitBuilder.keywords,
    icon: Layers,
    path: 'code/files',
    isHarmless: true,
  },
  {
    id: 'files.create',
    label: fileForms.actions.create,
    keywords: fileForms.actions.keywords,
    icon: FilePlus,
    path: 'code/files',
  },
  { id: 'branches.create', label: branchForms.create.action, keywords: 'add', path: 'code/branches' },
  {
    id: 'protected-branches.protectByName',
    label: branchForms.protect.page,
    keywords: 'branch pattern',
    icon: Shield,
    path: 'code/branches',
  },
  {
    id: 'branches.removeMerged',
    label: branchForms.merged.action,
    keywords: 'clean up remove',
    icon: GitMerge,
    path: 'code/branches',
  },
  { id: 'deployments.create', label: deploymentForms.create.label, keywords: 'add new', path: 'deployments' },
  { id: 'wikis.create', label: `${wikiForm.create}…`, keywords: 'add create', path: 'wiki' },
  { id: 'snippets.create', label: snippetForm.newLabel, keywords: 'add create', path: 'snippets' },
  {
    id: 'uploads.create',
    label: uploadForms.upload.label,
    keywords: 'add file attach',
    icon: Upload,
    path: 'integrations/uploads',
  },
  {
    id: 'job-token-scope.add',
    label: jobTokenForms.add.label,
    keywords: 'job token scope project group',
    path: 'access/job-token',
  },
];
