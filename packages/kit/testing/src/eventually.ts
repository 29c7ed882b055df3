interface EventuallyOptions {
  withinMs?: number;
}

/** Repeats the probe until it gives a value; a probe that throws gives none. The error names what was expected. */
export async function eventually<T>(
  description: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  { withinMs = 20_000 }: EventuallyOptions = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let lastError: unknown;
  for (let delayMs = 5; ; delayMs = Math.min(delayMs * 1.5, 100)) {
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
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}
