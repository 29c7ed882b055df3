/** Calls `probe` until it returns something other than undefined or false. An error of the probe ends the wait. */
export async function eventually<T>(
  description: string,
  probe: () => Promise<T | undefined | false>,
  { withinMs = 25_000, everyMs = 50 }: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`waited ${withinMs} ms in vain: ${description}`);
}
