import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { afterAll, vi } from 'vitest';

// Test files share a process, in which the packages of others are loaded once. Our modules are loaded anew for each file, so
// that it has their state to itself; what else is one for a process is put back here.
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const api of [trace, metrics, context, propagation]) api.disable();
});
