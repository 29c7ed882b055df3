// The door of the package: what local, container and cluster deployments say about the message bus.

export { authorization, passwordVariable } from './authorization.ts';
export { declaredStreams } from './parts.ts';
export type { DeclaredStream } from './parts.ts';
export { natsUsers, OBSERVER } from './users.ts';
export type { BusUser } from './users.ts';
