import type { Component } from './component.ts';

/** Entry of `out/third-party-notices.json`, which the page About shows. */
export type Notice = Pick<Component, 'name' | 'version' | 'licence' | 'repository' | 'text'>;

export function noticesJson(components: readonly Component[]): string {
  const notices: Notice[] = components.map(({ name, version, licence, repository, text }) => {
    return { name, version, licence, repository, text };
  });
  return `${JSON.stringify(notices)}\n`;
}

const line = '-'.repeat(80);

/** The same as text for people. */
export function noticesText(product: string, components: readonly Component[]): string {
  const head = [
    `Third-party software in ${product}`,
    '',
    'Packages of Reeve contain the software below. The licenses of Chromium and of the other parts of Electron are in the',
    'files LICENSE.electron.txt and LICENSES.chromium.html of the package.',
    '',
    ...components.map(({ name, version, licence }) => `  ${name} ${version} (${licence})`),
  ];
  const parts = components.map(({ name, version, licence, repository, text }) =>
    [
      line,
      `${name} ${version}`,
      `License: ${licence}`,
      ...(repository === null ? [] : [`Source: ${repository}`]),
      '',
      text ?? `This package contains no license text. It declares the license ${licence}.`,
    ].join('\n'),
  );
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`;
}
