import HardDriveDownload from '@lucide/icons/icons/hard-drive-download';
import { pins } from '#shared/text/en/pins.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  {
    id: 'coverage.everything',
    title: pins.everythingAction,
    keywords: pins.everythingKeywords,
    icon: HardDriveDownload,
    isHarmless: true,
  },
];
