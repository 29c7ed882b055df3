// The outbox kit's one door: events told once they are true, acted on once, and never lost without a trace.
export { appendToOutbox, changeAndTell } from './append.ts';
export { readBacklog } from './backlog.ts';
export type { Backlog, BacklogParts, ConsumerBacklog } from './backlog.ts';
export { startConsumer } from './consumer.ts';
export type { ConsumerOptions } from './consumer.ts';
export { findDeadLetter, listDeadLetters, replayDeadLetter } from './dead-letters.ts';
export type {
  DeadLetter,
  DeadLetterFilter,
  DeadLetterPosition,
  ReplayRequest,
  WholeDeadLetter,
} from './dead-letters.ts';
export type { EventToPublish, ReceivedEvent } from './event.ts';
export { markSeen, noteSeen } from './inbox.ts';
export type { Seen } from './inbox.ts';
export { outboxMigrations } from './migrations.ts';
export type { Handler } from './read-event.ts';
export { createRelay, startOutboxRelay } from './relay.ts';
export type { OutboxRelay, OutboxRelayOptions } from './relay.ts';
export { repairStream } from './repair-stream.ts';
export type { RepairOptions } from './repair-stream.ts';
export { outboxLagSeconds, sweepOld } from './sweep.ts';
