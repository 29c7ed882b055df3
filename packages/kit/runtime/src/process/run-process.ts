import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import type { Clock, NewId } from '@lodging/kernel';
import { failingChecks, startHealthServer } from './health-server.ts';
import type { Checks } from './health-server.ts';
import { newId, systemClock } from '../context/identity.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { Logger } from '../telemetry/logger.ts';
import { processSettings, readSettings, SettingsError } from './settings.ts';
import type { ProcessSettings } from './settings.ts';
import { stopRequested } from './stop-request.ts';
import { startTelemetry } from '../telemetry/telemetry.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { logExporterErrors } from '../telemetry/exporter-errors.ts';
import { observeReadiness } from './readiness.ts';

export interface Runtime {
  readonly name: string;
  readonly log: Logger;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Aborted when the service begins to stop. */
  readonly signal: AbortSignal;
}

export interface App {
  /** Each throws while the service cannot do its work. */
  readonly checks: Checks;
  /** Reported as those are, and without effect on readiness: a process that fails them still does some of its work. */
  readonly measuredChecks?: Checks;
  /** Accepts no more work, completes the work in progress, closes connections. */
  stop(): Promise<void>;
}

export interface ProcessDefinition<S extends z.ZodObject> {
  readonly name: string;
  readonly settings: S;
  /** May wait for its dependencies without a limit: the process is alive meanwhile, but not ready. */
  readonly build: (settings: z.infer<S>, runtime: Runtime) => Promise<App>;
}

/** EX_CONFIG of sysexits.h. */
const EXIT_WRONG_SETTINGS = 78;
const DRAIN_LIMIT_MS = 25_000;

export async function runProcess<S extends z.ZodObject>(service: ProcessDefinition<S>): Promise<void> {
  const stop = stopRequested();
  const settings = settingsOrExit(service.settings);
  const log = createLogger({ name: service.name, level: settings.LOG_LEVEL });
  exitOnUncaught(log);
  const telemetry = startTelemetryOf(service.name, settings, log);

  const stopping = new AbortController();
  let app: App | undefined;
  const readinessFailures = async () => {
    if (stopping.signal.aborted) return ['draining'];
    return app === undefined ? ['starting'] : failingChecks(app.checks);
  };
  const health = await startHealthServer({
    host: settings.HOST,
    port: settings.HEALTH_PORT,
    readinessFailures,
    metrics: () => telemetry.prometheus(),
  });
  log.info({ healthPort: health.port }, 'starting');
  const unobserve = observeReadiness(() => app && { ...app.checks, ...app.measuredChecks });

  const runtime = { name: service.name, log, clock: systemClock, newId, signal: stopping.signal };
  const building = service.build(settings, runtime).then((built) => {
    app = built;
    if (stopping.signal.aborted) return;
    gcAfterStartup();
    log.info('ready');
  });
  // A process that is stopped while it waits for its dependencies has nothing to drain.
  await Promise.race([building, stop]);

  log.info({ reason: await stop }, 'draining');
  unobserve();
  stopping.abort();
  await drain(log, async () => {
    await app?.stop();
    await telemetry.stop();
  });
  health.stop();
  log.info('stopped');
  process.exit(0);
}

/** Adds the settings of every process to the schema. */
function settingsOrExit<S extends z.ZodObject>(schema: S): z.infer<S> & ProcessSettings {
  try {
    const full = z.object({ ...processSettings, ...schema.shape });
    return readSettings(full, process.env) as z.infer<S> & ProcessSettings;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_WRONG_SETTINGS);
  }
}

function startTelemetryOf(name: string, settings: ProcessSettings, log: Logger): Telemetry {
  logExporterErrors(log);
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  const headers = settings.OTEL_EXPORTER_OTLP_HEADERS;
  const metricIntervalMs = settings.OTEL_METRIC_EXPORT_INTERVAL;
  return startTelemetry({
    name,
    version: settings.SERVICE_VERSION,
    environment: settings.DEPLOYMENT_ENVIRONMENT,
    resourceAttributes: settings.OTEL_RESOURCE_ATTRIBUTES,
    sampleRatio: settings.TRACE_SAMPLE_RATIO,
    collector: endpoint === undefined ? undefined : { endpoint, headers, metricIntervalMs },
  });
}

async function drain(log: Logger, work: () => Promise<void>): Promise<void> {
  const limit = setTimeout(() => {
    log.error('draining timed out; work is lost');
    process.exit(1);
  }, DRAIN_LIMIT_MS);
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, 'draining failed');
    process.exit(1);
  } finally {
    clearTimeout(limit);
  }
}

/** Loading and compiling leave a third of the heap as garbage, which V8 would keep until memory runs short. */
function gcAfterStartup(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // Of the flavours only this one returns half-empty pages to the system: 14 MB of a gateway.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** After an unexpected error the state of the process is unknown. */
function exitOnUncaught(log: Logger): void {
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'unhandled error; the process exits');
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}
