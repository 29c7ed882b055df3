import { diag } from '@opentelemetry/api';
import { afterEach, expect, it, vi } from 'vitest';
import { logExporterErrors } from './exporter-errors.ts';
import { createLogger } from './logger.ts';

afterEach(() => {
  vi.useRealTimers();
  diag.disable();
});

it('logs an outage of the collector once, and the next one again', () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  logExporterErrors(createLogger({ name: 'test', destination }));
  for (let minute = 0; minute < 10; minute += 1) {
    diag.error('connection refused');
    diag.warn('1 span was dropped');
    vi.advanceTimersByTime(60_000);
  }
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', reason: 'connection refused' });
  vi.advanceTimersByTime(300_000);
  diag.error('connection refused');
  expect(lines).toHaveLength(2);
});
