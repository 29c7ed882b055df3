import type { Connection } from '@lodging/contract-channels';
import type { MailLimitChanges, MailLimits, WebhookEndpointStats } from '@lodging/contract-notifications';
import type { LostPayment, ParkedNotification, UnrequestedRefund } from '@lodging/contract-payments';
import type {
  FxRatesBody,
  PaymentAccountBody,
  PaymentAccountResponse,
  SandboxCopy,
} from '@lodging/contract-public';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';

// Other services. Each call throws Unavailable when the service does not answer.

export type PaymentAccount = Omit<PaymentAccountResponse, 'mode'>;

export type NewPaymentAccount = Omit<PaymentAccountBody, 'mode'>;

export interface PaymentsClient {
  listLostPayments(ctx: RequestContext): Promise<Result<{ lostPayments: LostPayment[] }>>;
  listParkedNotifications(
    ctx: RequestContext,
  ): Promise<Result<{ parkedNotifications: ParkedNotification[] }>>;
  dismissParkedNotification(
    ctx: RequestContext,
    dismissed: { readonly eventId: string; readonly reason: string },
  ): Promise<Result<ParkedNotification>>;
  setPaymentAccount(ctx: RequestContext, account: NewPaymentAccount): Promise<Result<PaymentAccount>>;
  readPaymentAccount(ctx: RequestContext): Promise<Result<PaymentAccount>>;
  removePaymentAccount(ctx: RequestContext): Promise<Result<unknown>>;
  listUnrequestedRefunds(
    ctx: RequestContext,
    page: { readonly limit: number; readonly after: ChangedAfter | null },
  ): Promise<Result<{ refunds: UnrequestedRefund[] }>>;
}

export interface ChangedAfter {
  readonly changedAt: string;
  readonly id: string;
}

export interface InventoryClient {
  putFxRates(ctx: RequestContext, rates: FxRatesBody): Promise<Result<FxRatesBody>>;
  /** The context is that of the sandbox. */
  copyToSandbox(ctx: RequestContext, liveTenantId: string): Promise<Result<SandboxCopy>>;
}

export interface KnownErasure {
  readonly tenantId: string;
  readonly guestId: string;
  readonly livemode: boolean;
  readonly erasedAt: string;
}

interface ErasurePosition {
  readonly erasedAt: string;
  readonly id: string;
}

export interface ReservationsClient {
  /** Of all tenants, oldest first. */
  listErasures(
    ctx: RequestContext,
    page: { readonly since: string; readonly limit: number; readonly after: ErasurePosition | null },
  ): Promise<Result<{ erasures: KnownErasure[]; nextAfter: ErasurePosition | null }>>;
  repairClaim(
    ctx: RequestContext,
    bookingId: string,
  ): Promise<Result<{ claim: 'claimed' | 'released' | 'unchanged' }>>;
}

export interface ChannelsClient {
  listConnections(
    ctx: RequestContext,
    page: Page,
  ): Promise<Result<{ connections: Connection[]; nextAfter: ListPosition | null }>>;
  syncConnection(ctx: RequestContext, connectionId: string): Promise<Result<Connection>>;
}

export interface NotificationsClient {
  readMailLimits(ctx: RequestContext): Promise<Result<MailLimits>>;
  /** Undefined where notifications does not answer at once. */
  findMailLimits(ctx: RequestContext): Promise<MailLimits | undefined>;
  limitMails(ctx: RequestContext, changes: MailLimitChanges): Promise<Result<MailLimits>>;
  collectWebhookEndpointStats(
    ctx: RequestContext,
  ): Promise<Result<{ webhookEndpoints: WebhookEndpointStats[] }>>;
  replayWebhooks(
    ctx: RequestContext,
    replay: { readonly webhookEndpointId: string; readonly from: string; readonly to: string },
  ): Promise<Result<{ deliveries: number }>>;
}
