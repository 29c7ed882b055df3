import type { ServiceName } from './services.ts';

/**
 * Small heaps, so that six services and three servers fit on a laptop. Young objects have 8 MB a space: with 2 MB the garbage
 * collector takes a twelfth more of the processor, for 6 MB less (docs/performance/stays.md).
 */
export const NODE_FLAGS = [
  '--max-old-space-size=96',
  '--max-semi-space-size=8',
  '--disable-warning=ExperimentalWarning',
];

/**
 * MB of old objects that each service may have: what it loads at once has bounds that fit. Where it is deployed otherwise, its
 * command has the same flag: docker-compose.yml, and `deployment.yaml` of its base in deploy/kubernetes.
 */
export const HEAP_MB: Readonly<Record<ServiceName, number>> = {
  gateway: 96,
  // Searches load up to 45 MB at once, beside 26 MB of cached configurations and what smaller requests load.
  inventory: 256,
  reservations: 96,
  payments: 96,
  channels: 96,
  notifications: 96,
};

/** A container has this many MB more than the heap: young objects, code, buffers and threads. */
export const BESIDE_HEAP_MB = 96;

/** The environment may set another heap: `INVENTORY_HEAP_MB`. */
export function serviceFlags(service: ServiceName, environment: NodeJS.ProcessEnv = {}): string[] {
  const megabytes = Number(environment[`${service.toUpperCase()}_HEAP_MB`] ?? HEAP_MB[service]);
  return [...NODE_FLAGS, `--max-old-space-size=${megabytes}`];
}

/** The emulators keep every payment: half an hour of stays is more than the memory of a service. */
export const EMULATOR_FLAGS = [...NODE_FLAGS, '--max-old-space-size=1024'];

/**
 * By default glibc keeps an arena per thread and does not return freed memory: 10 MB each per process, without a gain in
 * speed.
 */
export const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
