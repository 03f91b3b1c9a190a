import type { Check } from './check.ts';
import { desktopFile } from './desktop-file.ts';
import { fuses } from './fuses.ts';
import { installedDeb } from './installed-deb.ts';
import { keychain } from './keychain.ts';
import { nodeHost } from './node-host.ts';
import { packedFileList } from './packed-file-list.ts';
import { sameBuild } from './same-build.ts';
import { sameDeb } from './same-deb.ts';
import { sbom } from './sbom.ts';
import { versions } from './versions.ts';

/** All checks, in the order in which their results are printed. */
export const checks: readonly Check[] = [
  fuses,
  packedFileList,
  nodeHost,
  keychain,
  sameBuild,
  sameDeb,
  installedDeb,
  desktopFile,
  sbom,
  versions,
];
