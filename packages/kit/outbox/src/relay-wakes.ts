// Owns the short way from a commit to the relay of the same process; relays elsewhere have their timers.

const wakes = new Set<() => void>();

export function wakeRelays(): void {
  for (const wake of wakes) wake();
}

/** Returns the way to leave again. */
export function onCommit(wake: () => void): () => void {
  wakes.add(wake);
  return () => wakes.delete(wake);
}
