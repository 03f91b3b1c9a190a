import FilePen from '@lucide/icons/icons/file-pen';
import FileUp from '@lucide/icons/icons/file-up';
import Layers from '@lucide/icons/icons/layers';
import Terminal from '@lucide/icons/icons/terminal';
import Trash from '@lucide/icons/icons/trash';
import { fileForms } from '#shared/text/en/file-forms.ts';
import { visibleText } from '../../../../components/text/visible-text.ts';
import type { PageAction } from '../../../../console/page/page-action.ts';
import { mostEditedBytes, whyNoText, type WhyNoText } from '../../../../stores/project/files/file-version.ts';
import type { ShownFile } from '../../../../stores/project/files/shown-file.svelte.ts';
import { create } from '../../verbs.ts';
import { fileNameOf } from './names.ts';

/** The form that is open. */
export type FileForm = 'create' | 'edit' | 'replace' | 'remove' | 'mode';

interface Ways {
  /** Why nothing can be written now; null: it can. */
  reason: string | null;
  open: (form: FileForm) => void;
  addToBuilder: () => void;
}

const { actions: words, why } = fileForms;

const textReasons: Record<WhyNoText, string> = {
  'not-stored': why.notStored,
  damaged: why.damaged,
  binary: why.binary,
  encoding: why.encoding,
  large: why.large(mostEditedBytes),
};

/** The actions that change the shown file. */
export function fileActions(file: ShownFile, { reason, open, addToBuilder }: Ways): PageAction[] {
  const name = visibleText(fileNameOf(file.at.path), 100);
  const facts = file.opened?.file?.facts ?? null;
  const isAbsent = file.opened?.file?.found === false;
  const missing = isAbsent ? why.absent : facts === null ? why.notLoaded : null;
  const content = file.opened?.content;
  const noText = content === undefined || facts === null ? null : whyNoText(content, facts.sizeBytes);
  const shown = file.of === 'lfs' ? why.lfs : null;
  const isExecutable = facts?.isExecutable === true;
  const { keywords } = words;
  const write = (form: FileForm) => () => open(form);
  const newFile: PageAction = { ...create, disabledReason: reason, run: write('create') };

  if (isAbsent) return [{ ...newFile, label: words.createHere, look: 'default' }];
  return [
    {
      ...{ id: 'files.edit', label: words.edit, title: words.editTitle(name), keywords, icon: FilePen, keys: 'e' },
      look: 'default',
      disabledReason: reason ?? missing ?? shown ?? (noText === null ? null : textReasons[noText]),
      run: write('edit'),
    },
    {
      ...{ id: 'files.replace', label: words.replace, title: words.replaceTitle(name), keywords, icon: FileUp },
      disabledReason: reason ?? missing,
      run: write('replace'),
    },
    {
      ...{ id: 'files.mode', label: words.mode(isExecutable), title: words.modeTitle(name, isExecutable) },
      ...{ keywords: `${keywords} chmod`, icon: Terminal },
      disabledReason: reason ?? missing ?? (typeof facts?.isExecutable === 'boolean' ? null : why.noMode),
      run: write('mode'),
    },
    newFile,
    {
      ...{ id: 'files.builder', label: words.builder, title: words.builderTitle(name), keywords, icon: Layers },
      disabledReason: reason ?? missing,
      run: addToBuilder,
    },
    {
      ...{ id: 'files.remove', label: words.remove, title: words.removeTitle(name), keywords, icon: Trash },
      isBad: true,
      disabledReason: reason ?? missing,
      run: write('remove'),
    },
  ];
}
