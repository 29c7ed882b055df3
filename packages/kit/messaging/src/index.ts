export type { RequestOptions, Bus, Forwarded } from './bus/bus.ts';
export { TRACEPARENT } from './rpc/context-headers.ts';
export type { BusServers } from './bus/server-options.ts';
export { connectNats } from './bus/connect-nats.ts';
export { connectBus } from './bus/connect-bus.ts';
export type { ConnectBusOptions } from './bus/connect-bus.ts';
export type { BusIdentity } from './mandate/identity.ts';
export { okReplayed } from './rpc/operation.ts';
export type { Answer, Callers, Operation, Outcome } from './rpc/operation.ts';
export { on } from './rpc/route.ts';
export type { Route } from './rpc/route.ts';
export { serve } from './rpc/serve.ts';
export type { ServeOptions } from './rpc/serve.ts';
export { STREAM_MAX_AGE_MS } from './bus/stream-declaration.ts';
export type { StreamDeclaration, StreamState } from './bus/stream-declaration.ts';
export { findStream, provisionStream } from './bus/streams.ts';
export type { Provisioned } from './bus/stream-manager.ts';
export { Unavailable } from './bus/unavailable.ts';
export type { UnavailableReason } from './bus/unavailable.ts';
export { appendToOutbox, writeWithEvents } from './outbox/append.ts';
export { readBacklog } from './ops/backlog.ts';
export type { Backlog, BacklogParts, ConsumerBacklog } from './ops/backlog.ts';
export { startConsumer } from './inbox/consumer.ts';
export type { ConsumerOptions } from './inbox/consumer.ts';
export { findDeadLetter, listDeadLetters, replayDeadLetter } from './inbox/dead-letters.ts';
export type {
  DeadLetter,
  DeadLetterFilter,
  DeadLetterPosition,
  ReplayRequest,
  DeadLetterDetail,
} from './inbox/dead-letters.ts';
export type { EventToPublish, ReceivedEvent } from './outbox/event.ts';
export { markProcessed, writeMarked } from './inbox/inbox.ts';
export type { InboxMark } from './inbox/inbox.ts';
export { outboxMigrations } from './outbox/migrations.ts';
export type { EventOrder, Handler, HandlerResult } from './inbox/read-event.ts';
export { createRelay, startOutboxRelay } from './outbox/relay.ts';
export type { OutboxRelay, OutboxRelayOptions } from './outbox/relay.ts';
export { repairStream } from './outbox/repair-stream.ts';
export type { RepairOptions } from './outbox/repair-stream.ts';
export { outboxLagSeconds, purgeOutbox } from './outbox/purge.ts';
export { findLostEvents } from './recovery/lost-events.ts';
export { resendSome } from './recovery/resend.ts';
export { dropLostEvents } from './recovery/drop-lost.ts';
export type { EventToDrop } from './recovery/drop-lost.ts';
export type { ClaimAgain, ClaimsAgain, Recovery, StayKnowledge, StayToLookUp } from './recovery/recovery.ts';
export type { TraceEntry, TracedBooking, Tracing } from './ops/trace.ts';
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
export { requireSeals, sealChecks } from './service/seals.ts';
export type { Seal } from './service/seals.ts';
export { runService } from './service/run-service.ts';
export { startService } from './service/start-service.ts';
export type { RunningService } from './service/start-service.ts';
