import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLimitedLog } from './limited-log.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('writes at most its lines in any minute, and logs the number of suppressed lines', () => {
  const lines: { at: number; suppressed?: number }[] = [];
  const at = () => performance.now();
  const log = createLimitedLog({
    linesPerMinute: 10,
    onSuppressed: (suppressed) => void lines.push({ at: at(), suppressed }),
  });
  const calls = 2_000;
  for (let call = 0; call < calls; call += 1) {
    log(() => void lines.push({ at: at() }));
    vi.advanceTimersByTime(call % 7 === 0 ? 500 : 20);
  }
  vi.advanceTimersByTime(60_000);
  for (const { at: start } of lines)
    expect(lines.filter((line) => line.at >= start && line.at < start + 60_000).length).toBeLessThanOrEqual(
      10,
    );
  const suppressed = lines.reduce((sum, line) => sum + (line.suppressed ?? 0), 0);
  const written = lines.filter((line) => line.suppressed === undefined).length;
  expect(written + suppressed).toBe(calls);
});

it('writes every line of a quiet day', () => {
  let written = 0;
  const log = createLimitedLog({ linesPerMinute: 3, onSuppressed: () => expect.unreachable() });
  for (let line = 0; line < 100; line += 1) {
    log(() => (written += 1));
    vi.advanceTimersByTime(30_000);
  }
  expect(written).toBe(100);
});
