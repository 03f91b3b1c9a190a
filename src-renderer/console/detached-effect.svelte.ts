/** Create a value in its own effect root. Its derived values stay reactive after the component that created it is destroyed. */
export function detachedEffect<Value>(create: () => Value): { value: Value; end: () => void } {
  const created: Value[] = [];
  const end = $effect.root(() => void created.push(create()));
  const [value] = created;
  if (value === undefined) throw new Error('$effect.root runs its function at once');
  return { value, end };
}
