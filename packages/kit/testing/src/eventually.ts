interface Patience {
  withinMs?: number;
}

/** Probes until it gets a value, and names what it waited for when it never came. A probe that throws is not there yet. */
export async function eventually<T>(
  description: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = 10_000 }: Patience = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let lastError: unknown;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    try {
      const found = await probe();
      if (found !== undefined && found !== false) return found;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`not within ${withinMs} ms: ${description}`, { cause: lastError });
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
