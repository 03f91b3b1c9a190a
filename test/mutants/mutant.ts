/** A deliberate fault of the product, and the tests that notice it. Decision: build/decisions/0038-deliberate-faults.md */
export interface Mutant {
  /** What the product does wrong, as a sentence. */
  fault: string;
  /** Source file, from the root of the project. */
  file: string;
  /** The text that is replaced. It occurs exactly once in the file. */
  text: string;
  replacement: string;
  /** Tests that fail with the fault: `<file> › <name>`. All of them must fail. A step of a browser test has the name of its test. */
  noticedBy: readonly string[];
  /** The test that caught the fault before and was deleted, moved or made smaller: `<file> › <name>`. */
  formerly?: string;
}

/** A test as `noticedBy` names it. */
export interface TestName {
  file: string;
  name: string;
}

export function testNameOf(noticed: string): TestName {
  const at = noticed.indexOf(' › ');
  if (at < 0) throw new Error(`“${noticed}” is not “<file> › <name>”.`);
  return { file: noticed.slice(0, at), name: noticed.slice(at + 3) };
}

/** The source text with the fault. Fails if the text to replace does not occur exactly once. */
export function withFault(source: string, { fault, file, text, replacement }: Mutant): string {
  const found = source.split(text).length - 1;
  if (found !== 1)
    throw new Error(
      `“${fault}” replaces a text that ${file} contains ${found} times. Write the fault for today’s code.`,
    );
  return source.replace(text, () => replacement);
}
