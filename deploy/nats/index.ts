export { authorization, passwordVariable } from './authorization.ts';
export { declaredStreams } from './topology.ts';
export type { DeclaredStream } from './topology.ts';
export { keepBus } from './keep-bus.ts';
export type { BusKeeper, KeepBus } from './keep-bus.ts';
export { loginsOf, natsUsers, OBSERVER, PROVISIONER } from './users.ts';
export type { BusUser } from './users.ts';
