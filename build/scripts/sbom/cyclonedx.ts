import { createHash } from 'node:crypto';
import type { Component } from './component.ts';

export interface Product {
  name: string;
  version: string;
  license: string;
}

/**
 * A software bill of materials: CycloneDX 1.6 as JSON. Equal input gives equal text.
 * @param at time of the build as epoch seconds (`SOURCE_DATE_EPOCH`); undefined: the file has no time
 */
export function cycloneDx(product: Product, components: readonly Component[], at: number | undefined): string {
  const ref = `${product.name}@${product.version}`;
  const content = {
    version: 1,
    metadata: {
      ...(at === undefined ? {} : { timestamp: new Date(at * 1_000).toISOString() }),
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': ref,
        ...product,
        license: undefined,
        licenses: licencesOf(product.license),
      },
    },
    components: components.map(entryOf),
    dependencies: [{ ref, dependsOn: components.map(({ purl }) => purl) }],
  };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // UUIDs of version 8 can be made by any rule
  const serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
  };
  return `${JSON.stringify({ ...head, serialNumber, ...content }, null, 2)}\n`;
}

function licencesOf(licence: string): object[] {
  return [licence.includes(' ') ? { expression: licence } : { license: { id: licence } }];
}

function entryOf({ name, version, type, purl, cpe, licence, repository, sha512 }: Component): object {
  const distribution = {
    type: 'distribution',
    url: `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
    hashes: [{ alg: 'SHA-512', content: sha512 }],
  };
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(cpe === undefined ? {} : { cpe }),
    licenses: licencesOf(licence),
    externalReferences: [
      ...(repository === null ? [] : [{ type: 'vcs', url: repository }]),
      ...(sha512 === null ? [] : [distribution]),
    ],
  };
}
