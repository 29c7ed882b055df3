// The door of the package: what starts real servers as local programs.

export { findPrograms } from './find-programs.ts';
export type { Programs } from './find-programs.ts';
export { freePort, isPortFree } from './free-port.ts';
export type { ProgramName } from './install-packages.ts';
export { isAlive } from './is-alive.ts';
export { spawnGuarded } from './spawn-guarded.ts';
export type { GuardedProcess } from './spawn-guarded.ts';
export type { Server } from './run-server.ts';
export { startNats } from './start-nats.ts';
export type { NatsUser } from './nats-config.ts';
export { startPrometheus } from './start-prometheus.ts';
export { startPostgres } from './start-postgres.ts';
export { startRedis } from './start-redis.ts';
