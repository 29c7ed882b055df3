const wakes = new Set<() => void>();

export function wakeRelays(): void {
  for (const wake of wakes) wake();
}

/** Returns the function that unsubscribes. */
export function onCommit(wake: () => void): () => void {
  wakes.add(wake);
  return () => wakes.delete(wake);
}
