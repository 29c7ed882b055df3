import type { Clock, NewId } from '@lodging/kernel';
import type { Payment } from '../domain/ledger/payment.ts';
import type { AccountRepository } from './accounts.ts';
import type { LedgerRepository, MoneySummaryRepository } from './ledger.ts';
import type {
  ApplyingAtOnce,
  InFlightNotifications,
  NotificationRepository,
  ParkedNotifications,
} from './notifications.ts';
import type {
  Alerts,
  DueWorkRepository,
  LostPaymentRepository,
  ProviderClient,
  ProviderReads,
  SecretVault,
} from './provider.ts';
import type { AutomaticRefundBudget, UnrequestedRefundRepository } from './refunds.ts';
import type { UnclaimedMoneyRepository } from './cancellation.ts';

/** The dependencies of this service; each use case picks those that it needs. */
export interface PaymentsDeps {
  readonly ledgers: LedgerRepository;
  readonly accounts: AccountRepository;
  readonly moneySummaries: MoneySummaryRepository;
  readonly notifications: NotificationRepository;
  readonly parkedNotifications: ParkedNotifications;
  readonly inFlight: InFlightNotifications;
  readonly applyingAtOnce: ApplyingAtOnce;
  /** Runs the timer that applies stored notifications. */
  readonly wakeNotifications: () => void;
  readonly dueWork: DueWorkRepository;
  readonly unclaimedMoney: UnclaimedMoneyRepository;
  readonly unrequestedRefunds: UnrequestedRefundRepository;
  readonly lostPayments: LostPaymentRepository;
  readonly automaticRefunds: AutomaticRefundBudget;
  /** Of one tenant in one hour; one more is reported. */
  readonly automaticRefundsAlert: number;
  readonly provider: ProviderClient;
  readonly providerReads: ProviderReads<Payment>;
  readonly vault: SecretVault;
  readonly alerts: Alerts;
  /** The provider's API version for which payloads are read. */
  readonly apiVersion: string;
  readonly reconcileSeconds: number;
  readonly refundSweepSeconds: number;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Aborted when the process stops: the rest is left to the next run. */
  readonly signal: AbortSignal;
}
