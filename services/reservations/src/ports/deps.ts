import type { Clock, NewId } from '@lodging/kernel';
import type { BookingListRepository } from './bookings.ts';
import type { ScheduledPaymentRepository, SettlementRepository } from './cancellation.ts';
import type { ChangeRepository, ChangeTokens } from './changes.ts';
import type {
  RefusalQueue,
  RefusedRequestRepository,
  ReservationCreationRepository,
  SoldOutCache,
  UnitsForSale,
} from './creation.ts';
import type {
  EarlierGuestKeyRepository,
  GuestCodeHasher,
  GuestCodeRepository,
  GuestHashes,
  ReportKeyLimit,
  ResourceNames,
} from './guests.ts';
import type { HistoryRepository } from './history.ts';
import type { MoneySummaryClient, RefundObligationRepository, RefundRepository } from './money.ts';
import type { ReminderRepository } from './mails.ts';
import type { GuestSettingsClient, GuestLinkRepository, LinkQueue, ManageTokens } from './manage.ts';
import type { BlockClient, OccupancyRepository } from './occupancy.ts';
import type { InventoryClient, NotificationsClient, PaymentsClient } from './neighbours.ts';
import type { PeriodRepository, PickupRepository } from './periods.ts';
import type { GuestRepository } from './profiles.ts';
import type { RecoveryRepository } from './recovery.ts';
import type { DueWorkRepository, ReservationRepository } from './stay.ts';
import type { GuestTokens, QuoteTokens, SigningKeys } from './tokens.ts';

/** The dependencies of this service; each use case picks those that it needs. */
export interface ReservationsDeps {
  readonly reservations: ReservationRepository;
  readonly changes: ChangeRepository;
  readonly changeTokens: ChangeTokens;
  readonly creations: ReservationCreationRepository;
  readonly bookingLists: BookingListRepository;
  readonly dueWork: DueWorkRepository;
  readonly history: HistoryRepository;
  readonly periods: PeriodRepository;
  readonly pickups: PickupRepository;
  readonly recovery: RecoveryRepository;
  readonly reminders: ReminderRepository;
  readonly refunds: RefundRepository;
  readonly refundObligations: RefundObligationRepository;
  readonly settlements: SettlementRepository;
  readonly scheduledPayments: ScheduledPaymentRepository;
  readonly refusedRequests: RefusedRequestRepository;
  readonly refusals: RefusalQueue;
  readonly guests: GuestRepository;
  readonly guestCodes: GuestCodeRepository;
  readonly guestCodeHasher: GuestCodeHasher;
  readonly guestHashes: GuestHashes;
  readonly earlierGuestKeys: EarlierGuestKeyRepository;
  readonly guestTokens: GuestTokens;
  readonly manageTokens: ManageTokens;
  readonly guestLinks: GuestLinkRepository;
  readonly linkQueue: LinkQueue;
  readonly guestSettings: GuestSettingsClient;
  readonly quoteTokens: QuoteTokens;
  readonly signingKeys: SigningKeys;
  readonly soldOut: SoldOutCache;
  readonly unitsForSale: UnitsForSale;
  readonly inventory: InventoryClient;
  readonly blocks: BlockClient;
  readonly occupancy: OccupancyRepository;
  readonly resourceNames: ResourceNames;
  readonly payments: PaymentsClient;
  readonly money: MoneySummaryClient;
  readonly notifications: NotificationsClient;
  readonly quoteSeconds: number;
  readonly holdSeconds: number;
  /** A change that awaits its payment keeps its units as long. */
  readonly changeSeconds: number;
  readonly codeSeconds: number;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly reportKeyLimit: ReportKeyLimit;
  /** Of work that a timer or an event repeats. */
  readonly logFailure: (error: unknown, reservationId: string) => void;
}
