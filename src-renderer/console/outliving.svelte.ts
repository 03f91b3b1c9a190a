/** Make something whose derived values live on when the component that asked for it is gone. */
export function outlivingThePage<Desk>(make: () => Desk): { desk: Desk; end: () => void } {
  const made: Desk[] = [];
  const end = $effect.root(() => void made.push(make()));
  const [desk] = made;
  if (desk === undefined) throw new Error('an effect root runs at once');
  return { desk, end };
}
