/** The fields of CycloneDX 1.6 that Reeve writes. */
export interface CycloneDx {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { component: Entry; timestamp?: string };
  components: (Entry & { purl: string })[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface Entry {
  type: string;
  'bom-ref': string;
  name: string;
  version: string;
  licenses: { license?: { id: string }; expression?: string }[];
  externalReferences?: { type: string; url: string; hashes?: { alg: string; content: string }[] }[];
}

/** What the specification requires of these fields, and what lists of advisories need. Empty: nothing is wrong. */
export function formatProblems(bom: CycloneDx): string[] {
  const refs = [bom.metadata.component, ...bom.components].map((entry) => entry['bom-ref']);
  const dependencies = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
  const rules: [boolean, string][] = [
    [bom.bomFormat === 'CycloneDX' && bom.specVersion === '1.6', 'the format is not CycloneDX 1.6'],
    [/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(bom.serialNumber), 'the serial number is not a UUID'],
    [Number.isInteger(bom.version) && bom.version >= 1, 'the version of the file is not a positive integer'],
    [bom.metadata.component.type === 'application', 'the described component is not an application'],
    [new Set(refs).size === refs.length, 'two components have the same reference'],
    [dependencies.every((ref) => refs.includes(ref)), 'a dependency names no component'],
    [bom.components.length > 0, 'there are no components'],
  ];
  return [
    ...rules.filter(([isRight]) => !isRight).map(([, problem]) => problem),
    ...[bom.metadata.component, ...bom.components].flatMap((entry) =>
      entryProblems(entry).map((problem) => `${entry.name}: ${problem}`),
    ),
    ...bom.components
      .filter(({ purl }) => !/^pkg:[a-z]+\/\S+@\S+$/.test(purl))
      .map(({ name }) => `${name}: no package URL`),
  ];
}

function entryProblems({ type, name, version, licenses, externalReferences = [] }: Entry): string[] {
  const hashes = externalReferences.flatMap((reference) => reference.hashes ?? []);
  const rules: [boolean, string][] = [
    [['application', 'framework', 'library'].includes(type), `unknown type ${type}`],
    [name !== '' && /^\d/.test(version), 'no name or version'],
    [licenses.length > 0 && licenses.every((one) => (one.license?.id ?? one.expression ?? '') !== ''), 'no license'],
    [externalReferences.every(({ url }) => URL.canParse(url)), 'an address is not valid'],
    [hashes.every(({ alg, content }) => alg === 'SHA-512' && /^[\da-f]{128}$/.test(content)), 'a hash is not SHA-512'],
  ];
  return rules.filter(([isRight]) => !isRight).map(([, problem]) => problem);
}
