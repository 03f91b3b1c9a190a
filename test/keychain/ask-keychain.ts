import { Failure } from '#shared/errors.ts';
import { keychain } from '#main/hosts/secrets.ts';

/**
 * Run by a test in a process of its own, because keytar and the bus it found stay with a process for good. Takes calls as
 * JSON, `[["set", "name", "value"], …]`, and prints what each answered or how it failed.
 */
const [calls = '[]', giveUpAfterMs = '120000', service = 'Reeve test'] = process.argv.slice(2);
const secrets = keychain(service, { giveUpAfterMs: Number(giveUpAfterMs) });
const answers: unknown[] = [];
for (const [verb, name, value] of JSON.parse(calls) as ['get' | 'set' | 'delete', string, string][]) {
  try {
    const answer = verb === 'set' ? await secrets.set(name, value) : await secrets[verb](name);
    answers.push(answer ?? null);
  } catch (error) {
    answers.push(Failure.from(error).toData());
  }
}
// A call that hangs holds a thread for good, so the end of the process cannot wait for it.
process.stdout.write(JSON.stringify(answers), () => process.kill(process.pid, 'SIGKILL'));
