export { boundedArray, boundedRecord, listOf, recordOf } from './bounded.ts';
export { event, streamOf } from './event.ts';
export type { EventDeclaration } from './event.ts';
export { exampleIds, exampleOf, exampleWindow } from './examples.ts';
export { explanations } from './explanations/explanations.ts';
export type { Explanation } from './explanations/explanation.ts';
export { problems } from './problems.ts';
export type { ProblemCode } from './problems.ts';
export { MAX_CALENDAR_BYTES, rpc } from './rpc.ts';
export type { RequestOf, ResponseOf, RpcOperation } from './rpc.ts';
export {
  currency,
  email,
  instant,
  listPosition,
  localDate,
  minorUnits,
  pageRequest,
  positiveInteger,
  text,
  timestamp,
  uuid,
  requestedMinorUnits,
} from './shapes.ts';
export type { ListPosition } from './shapes.ts';
export {
  backlogReport,
  consumerBacklog,
  deadLetter,
  eventEnvelope,
  facts,
  healthCheck,
  healthReport,
  migrationState,
  opsOf,
  deadLetterDetail,
} from './ops.ts';
export { nameTranslations, shownResourceNames, shownTranslations, textTranslations } from './translations.ts';
export { tracedBooking, traceEntry } from './trace.ts';
export type { TracedBooking, TraceEntry } from './trace.ts';
export type { BacklogReport, DeadLetterRecord, Facts, HealthReport, Ops, DeadLetterDetail } from './ops.ts';
export { lostEvent, recoveryStep, stayKnowledge, stayToLookUp, unclaimedStay } from './recovery.ts';
export type { LostEvent, RecoveryStep, StayKnowledge, StayToLookUp, UnclaimedStay } from './recovery.ts';
