export interface Waits {
  /** Ends the part that is running; the next one begins. */
  nextPart(): { requests: number; longestMs: number };
  /** Resolves to what failed. */
  stop(): Promise<string[]>;
}

/** Writers who send one request after the other until stopped; each waits for its answer, and the longest wait counts. */
export function measureWaits(writers: number, write: (turn: number) => Promise<void>): Waits {
  let [turn, requests, longestMs, stopped] = [0, 0, 0, false];
  const failures: string[] = [];
  // A request that still waits counts as well: it may be the longest.
  const sent = new Set<number>();
  const rounds = Array.from({ length: writers }, async () => {
    while (!stopped) {
      const at = performance.now();
      sent.add(at);
      await write((turn += 1)).catch((error: unknown) => failures.push(String(error)));
      sent.delete(at);
      requests += 1;
      longestMs = Math.max(longestMs, performance.now() - at);
    }
  });
  return {
    nextPart() {
      const waiting = [...sent].map((at) => performance.now() - at);
      const part = { requests, longestMs: Math.round(Math.max(longestMs, ...waiting)) };
      [requests, longestMs] = [0, 0];
      return part;
    },
    async stop() {
      stopped = true;
      await Promise.all(rounds);
      return failures;
    },
  };
}
