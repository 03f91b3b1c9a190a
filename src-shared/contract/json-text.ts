/**
 * A result of a service as JSON text, which the link sends without parsing it. `T`: the type of the value. The parts,
 * one after the other, must be valid JSON. They stay apart until the message is sent, because copying a large text
 * takes as long as parsing it.
 * Decision: build/decisions/0027-rows-reach-the-window-as-stored-text.md
 */
export class JsonText<out T> {
  declare protected readonly type: T;
  readonly parts: readonly string[];
  constructor(parts: readonly string[]) {
    this.parts = parts;
  }
}
