import type { Contract, Emit, Event, LinkServices, Verb } from '#shared/contract/kit.ts';
import { JsonText } from '#shared/contract/json-text.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { readMessage, type Message } from './messages.ts';
import type { Wire } from './wire.ts';

/** The end of the core of a link to a window. */
export interface Served<C extends Contract> {
  emit: Emit<C>;
}

type Call = Extract<Message, { t: 'call' }>;
type AnyService = (input: unknown, signal: AbortSignal) => unknown;

/**
 * Serve the calls of a wire. Input is checked against the contract before a service is called. A cancel and the end of
 * the wire abort running calls. `beforeCall`: may refuse a call by an error; `name` is `section.verb`. `servicesAsOf`: those of
 * calls about a moment. `onBug`: called with errors other than `Failure`; the window gets only the code.
 * `onClose`: called when the wire closes.
 */
export function serve<C extends Contract>(
  contract: C,
  services: LinkServices<C>,
  wire: Wire,
  {
    beforeCall,
    servicesAsOf,
    onBug,
    onClose,
  }: {
    beforeCall?: (name: string, verb: Pick<Verb, 'kind' | 'remote'>, asOf: number | null) => void;
    servicesAsOf?: (asOf: number) => LinkServices<C>;
    onBug?: (failure: Failure, verb: string) => void;
    onClose?: () => void;
  } = {},
): Served<C> {
  const running = new Map<number, AbortController>();
  const post = (message: Message): void => wire.send(JSON.stringify(message));

  async function answer({ section, verb, input, asOf }: Call, signal: AbortSignal): Promise<unknown> {
    const declared = Object.hasOwn(contract, section) ? contract[section] : undefined;
    const member = (Object.hasOwn(declared ?? {}, verb) ? declared?.[verb] : undefined) as Verb | Event | undefined;
    if (member === undefined || member.kind === 'event') throw new Failure('invalid', `no verb ${section}.${verb}`);
    beforeCall?.(`${section}.${verb}`, member, asOf ?? null);
    const parsed = member.input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const field = issue?.path.join('.') ?? '';
      const isTooLong = issue?.code === 'too_big' && issue.origin === 'string';
      const reason = isTooLong ? ('text-too-long' as const) : undefined;
      throw new Failure('invalid', issue?.message ?? 'invalid input', { field, reason });
    }
    const chosen = asOf === undefined ? services : servicesAsOf?.(asOf);
    const service = (chosen as Record<string, Record<string, AnyService> | undefined> | undefined)?.[section]?.[verb];
    if (service === undefined) throw new Failure('bug', `${section}.${verb} has no service`);
    return service(parsed.data, signal);
  }

  async function call(message: Call): Promise<void> {
    const { id, section, verb } = message;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const value = await answer(message, controller.signal);
      if (!running.has(id)) return;
      if (value instanceof JsonText) wire.send([`{"t":"ok","id":${id},"value":`, ...value.parts, '}'].join(''));
      else post({ t: 'ok', id, value });
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (failure.code === 'bug') onBug?.(failure, `${section}.${verb}`);
      if (running.has(id)) post({ t: 'failed', id, failure: withoutDetails(failure) });
    } finally {
      running.delete(id);
    }
  }

  wire.onText((text) => {
    const message = readMessage(text);
    if (message?.t === 'call') void call(message);
    else if (message?.t === 'cancel') {
      running.get(message.id)?.abort();
      running.delete(message.id);
    }
  });
  wire.onClose(() => {
    for (const controller of running.values()) controller.abort();
    running.clear();
    onClose?.();
  });
  return { emit: (section, name, data) => post({ t: 'event', section: String(section), name: String(name), data }) };
}

/** The message of a bug may contain anything, so it is not sent to the window. */
function withoutDetails(failure: Failure): FailureData {
  return failure.code === 'bug' ? { code: 'bug', message: 'unexpected error' } : failure.toData();
}
