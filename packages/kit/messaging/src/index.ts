export type { AskOptions, Bus, Forwarded } from './bus.ts';
export { TRACEPARENT } from './call-headers.ts';
export { connectBus } from './connect-bus.ts';
export type { ConnectBusOptions } from './connect-bus.ts';
export { okReplayed } from './operation.ts';
export type { Answer, Operation, Outcome } from './operation.ts';
export { on } from './route.ts';
export type { Route } from './route.ts';
export { serve } from './serve.ts';
export type { ServeOptions } from './serve.ts';
export { STREAM_MAX_AGE_MS } from './stream-declaration.ts';
export type { StreamDeclaration, StreamState } from './stream-declaration.ts';
export { ensureStream, findStream } from './streams.ts';
export { Unavailable } from './unavailable.ts';
export type { UnavailableReason } from './unavailable.ts';
export { appendToOutbox, writeWithEvents } from './outbox/append.ts';
export { readBacklog } from './outbox/backlog.ts';
export type { Backlog, BacklogParts, ConsumerBacklog } from './outbox/backlog.ts';
export { startConsumer } from './outbox/consumer.ts';
export type { ConsumerOptions } from './outbox/consumer.ts';
export { findDeadLetter, listDeadLetters, replayDeadLetter } from './outbox/dead-letters.ts';
export type {
  DeadLetter,
  DeadLetterFilter,
  DeadLetterPosition,
  ReplayRequest,
  WholeDeadLetter,
} from './outbox/dead-letters.ts';
export type { EventToPublish, ReceivedEvent } from './outbox/event.ts';
export { markSeen, noteSeen } from './outbox/inbox.ts';
export type { Seen } from './outbox/inbox.ts';
export { outboxMigrations } from './outbox/migrations.ts';
export type { Handler } from './outbox/read-event.ts';
export { createRelay, startOutboxRelay } from './outbox/relay.ts';
export type { OutboxRelay, OutboxRelayOptions } from './outbox/relay.ts';
export { repairStream } from './outbox/repair-stream.ts';
export type { RepairOptions } from './outbox/repair-stream.ts';
export { outboxLagSeconds, sweepOld } from './outbox/sweep.ts';
export { opsRoutes } from './ops/ops-routes.ts';
export type { OpsOperations, OpsParts } from './ops/ops-routes.ts';
export { consumer, defineService } from './service/service.ts';
export type {
  ConsumerSpec,
  EventStream,
  HttpListener,
  Service,
  ServiceContext,
  ServiceParts,
  ServiceSettings,
} from './service/service.ts';
export { runService } from './service/run-service.ts';
export { startService } from './service/start-service.ts';
export type { RunningService } from './service/start-service.ts';
