import type { Clock, NewId } from '@lodging/kernel';
import type {
  DeferredDeliveries,
  DeliveryQueue,
  DeliveryRepository,
  EndedRows,
  WebhookDispatcher,
  WebhookSender,
} from './deliveries.ts';
import type { EndpointRepository, EndpointStatsRepository, SecretVault } from './endpoints.ts';
import type { EventLog } from './events.ts';
import type { Mailer } from './mails.ts';

/** Dependencies of the use cases; each takes a Pick of them. */
export interface NotificationsDeps {
  readonly mailer: Mailer;
  readonly sender: WebhookSender;
  readonly vault: SecretVault;
  readonly queue: DeliveryQueue;
  readonly dispatcher: WebhookDispatcher;
  readonly endpoints: EndpointRepository;
  readonly endpointStats: EndpointStatsRepository;
  readonly deliveries: DeliveryRepository;
  readonly deferred: DeferredDeliveries;
  readonly onDeferredError: (error: unknown, tenantId: string) => void;
  readonly endedRows: EndedRows;
  /** Deletes old rows of the outbox and the inbox. */
  readonly purgeOutbox: () => Promise<void>;
  readonly eventLog: EventLog;
  readonly newSecret: () => string;
  readonly clock: Clock;
  readonly newId: NewId;
}
