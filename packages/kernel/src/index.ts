export { isWellFormedSecret, SECRET_RANDOM_BYTES, formatSecret } from './secret.ts';
export type { Clock, NewId } from './clock.ts';
export { crc32 } from './crc32.ts';
export { isUuid, uuidV7 } from './ids.ts';
export { instantText } from './instant-text.ts';
export { pageOf } from './page.ts';
export type { ListPosition, Page } from './page.ts';
export { divideHalfUp, minorUnitExponent, BPS_PER_UNIT } from './money.ts';
export { ok, refuse, unreachable } from './result.ts';
export type { Refusal, Result } from './result.ts';
export { datesBetween, daysBetween, localDate, nightsOf, startedDaysOf } from './stay-window.ts';
export type { StayWindow } from './stay-window.ts';
export { deadlineOf, exactAnchor, localInstant, lodgingAnchor } from './cancellation/anchor.ts';
export type { Anchor } from './cancellation/anchor.ts';
export { checkPolicySteps, policyMisfit } from './cancellation/check-policy.ts';
export type { PolicyMisfit } from './cancellation/check-policy.ts';
export {
  deadlinesAfter,
  graceUntil,
  judgeCancellation,
  judgeNoShow,
} from './cancellation/judge-cancellation.ts';
export type { CancellationStep, CancellationTerms, Judgement } from './cancellation/judge-cancellation.ts';
export { paymentSchedule } from './cancellation/payment-schedule.ts';
export type { Deposit, ScheduledPayment } from './cancellation/payment-schedule.ts';
export { divideNet, penaltyAmount } from './cancellation/penalty.ts';
export type { Division, PenalizedBill } from './cancellation/penalty.ts';
export { penaltiesOf } from './cancellation/policy.ts';
export type { CancellationPolicy, Notice, Penalty, PolicyStep } from './cancellation/policy.ts';
export { freeUntilOf, penaltyTimeline, refundabilityOf } from './cancellation/timeline.ts';
export type { PenaltySpan, Refundability } from './cancellation/timeline.ts';
