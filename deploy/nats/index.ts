export { authorization, passwordVariable } from './authorization.ts';
export { declaredStreams } from './topology.ts';
export type { DeclaredStream } from './topology.ts';
export { natsUsers, OBSERVER } from './users.ts';
export type { BusUser } from './users.ts';
