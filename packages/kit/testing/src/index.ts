// The door of the package: real servers and small instruments for tests.

export { eventually } from './eventually.ts';
export { fixedClock } from './fixed-clock.ts';
export type { FixedClock } from './fixed-clock.ts';
export { freshSchema } from './fresh-schema.ts';
export type { FreshSchema } from './fresh-schema.ts';
export { sequentialIds } from './sequential-ids.ts';
export { testLogger } from './test-logger.ts';
export type { TestLogger } from './test-logger.ts';
export { useServers } from './use-servers.ts';
export type { TestServers } from './use-servers.ts';
