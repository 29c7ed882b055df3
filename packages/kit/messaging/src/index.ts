// The messaging kit's one door: requests between services, and the streams that events travel in.
export type { AskOptions, Bus, Forwarded } from './bus.ts';
export { TRACEPARENT } from './call-headers.ts';
export { connectBus } from './connect-bus.ts';
export type { ConnectBusOptions } from './connect-bus.ts';
export { okReplayed, systemCall } from './operation.ts';
export type { Answer, Call, Caller, Operation, Outcome } from './operation.ts';
export { on } from './route.ts';
export type { Route } from './route.ts';
export { serve } from './serve.ts';
export type { ServeOptions } from './serve.ts';
export { STREAM_MAX_AGE_MS } from './stream-declaration.ts';
export type { StreamDeclaration, StreamState } from './stream-declaration.ts';
export { ensureStream, findStream } from './streams.ts';
export { Unavailable } from './unavailable.ts';
export type { UnavailableReason } from './unavailable.ts';
