import HardDriveDownload from '@lucide/icons/icons/hard-drive-download';
import { pins } from '#shared/text/en/pins.ts';

export const everything = {
  id: 'coverage.everything',
  label: pins.everythingAction,
  keywords: pins.everythingKeywords,
  icon: HardDriveDownload,
  isHarmless: true,
};
