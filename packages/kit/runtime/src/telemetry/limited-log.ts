export interface LimitedLogOptions {
  /** In any minute, the line with the number of suppressed ones included. */
  readonly linesPerMinute: number;
  readonly onSuppressed: (suppressed: number) => void;
}

const MINUTE_MS = 60_000;

/** For lines that strangers can cause as often as they like. Returns the function that writes a line, or counts it. */
export function createLimitedLog({
  linesPerMinute,
  onSuppressed,
}: LimitedLogOptions): (write: () => void) => void {
  const written: number[] = [];
  let suppressed = 0;
  const report = (): void => {
    onSuppressed(suppressed);
    suppressed = 0;
  };
  return (write) => {
    const now = performance.now();
    const oldest = written[0];
    const isFull = written.length >= linesPerMinute - 1;
    if (isFull && oldest !== undefined && now - oldest < MINUTE_MS) {
      suppressed += 1;
      // The last ones are reported too, although no other line follows them.
      if (suppressed === 1) setTimeout(report, MINUTE_MS).unref();
      return;
    }
    if (isFull) written.shift();
    written.push(now);
    write();
  };
}
