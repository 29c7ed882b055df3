import { runProcess } from '@lodging/kit-runtime';
import { startService } from './start-service.ts';
import type { Service, ServiceParts, ServiceSettings } from './service.ts';

/** Runs a service until a stop signal: settings, logs, telemetry and health of the process, then `startService`. */
export function runService<Settings extends ServiceSettings, Parts extends ServiceParts>(
  service: Service<Settings, Parts>,
): Promise<void> {
  const { name, settings } = service;
  return runProcess({
    name,
    settings,
    build: (values, runtime) => startService(service, values as Settings, runtime),
  });
}
