import { failingChecks } from './health-server.ts';
import type { Checks } from './health-server.ts';
import { observableGauge, observe } from '../telemetry/observe.ts';

const ready = observableGauge({
  name: 'lodging.ready',
  unit: '{check}',
  description:
    '1 where the check of readiness passed, 0 where it failed or gave no answer within two seconds.',
});

/** A scrape reports what was found last, so that it waits for nothing. */
const INTERVAL_MS = 5_000;

/** `started` is 0 until the service is built; then its checks follow. Returns the function that ends the observation. */
export function observeReadiness(checks: () => Checks | undefined): () => void {
  let found: Readonly<Record<string, boolean>> = { started: false };
  const look = async (): Promise<void> => {
    const current = checks();
    if (current === undefined) return;
    const failing = new Set(await failingChecks(current));
    const passed = Object.keys(current).map((name) => [name, !failing.has(name)]);
    found = { started: true, ...Object.fromEntries(passed) };
  };
  const interval = setInterval(() => void look(), INTERVAL_MS).unref();
  const unobserve = observe((result) => {
    for (const [check, passed] of Object.entries(found))
      result.observe(ready, passed ? 1 : 0, { 'lodging.check': check });
  });
  return () => {
    clearInterval(interval);
    unobserve();
  };
}
