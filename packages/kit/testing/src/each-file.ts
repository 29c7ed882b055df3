import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { afterAll, vi } from 'vitest';

// Test files share a process, in which the packages of others are loaded once. Our modules are reloaded for each file, so
// that it has their state to itself; other global state of the process is reset here.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const api of [trace, metrics, context, propagation]) api.disable();
});
