export { isWellFormedSecret, SECRET_RANDOM_BYTES, formatSecret } from './secret.ts';
export { networksOf } from './client-networks.ts';
export type { ClientNetwork } from './client-networks.ts';
export type { Clock, NewId } from './clock.ts';
export { crc32 } from './crc32.ts';
export { isUuid, uuidV7 } from './ids.ts';
export { instantOrNull, instantText, instantTextOrNull } from './instant-text.ts';
export { keysetValues, pageOf } from './page.ts';
export type { KeysetValues, ListPosition, Page, RowPage } from './page.ts';
export { divideHalfUp, minorUnitExponent, BPS_PER_UNIT } from './money.ts';
export { mapResult, ok, refuse } from './result.ts';
export type { Refusal, Refused, RefusedWith, Result } from './result.ts';
export { stayDatesText } from './stay-dates.ts';
export { daysBetween, localDate, nightsOf, startedDaysOf } from './stay-window.ts';
export type { StayWindow } from './stay-window.ts';
export { lookUpLanguage, orderedTranslations, translatedText } from './translations.ts';
export type { Translated, Translations } from './translations.ts';
export { exactAnchor, localInstant, lodgingAnchor } from './cancellation/anchor.ts';
export type { Anchor } from './cancellation/anchor.ts';
export { checkPolicySteps, policyMisfit } from './cancellation/check-policy.ts';
export type { PolicyMisfit } from './cancellation/check-policy.ts';
export {
  atLeastFloor,
  deadlinesAfter,
  evaluateCancellation,
  evaluateNoShow,
} from './cancellation/evaluate-cancellation.ts';
export type {
  CancellationStep,
  CancellationTerms,
  PenaltyEvaluation,
} from './cancellation/evaluate-cancellation.ts';
export { paymentSchedule } from './cancellation/payment-schedule.ts';
export type { Deposit, ScheduledPayment } from './cancellation/payment-schedule.ts';
export { divideNet, penaltyAmount } from './cancellation/penalty.ts';
export type { PenalizedBill } from './cancellation/penalty.ts';
export type { CancellationPolicy, Penalty, PolicyStep } from './cancellation/policy.ts';
export { freeUntilOf, penaltyTimeline, refundabilityOf } from './cancellation/timeline.ts';
export type { PenaltySpan, Refundability } from './cancellation/timeline.ts';
