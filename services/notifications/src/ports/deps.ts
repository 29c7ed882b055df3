import type { Clock, NewId } from '@lodging/kernel';
import type {
  DeferredDeliveries,
  DeliveryQueue,
  DeliveryRepository,
  EndedRows,
  WebhookDispatcher,
  WebhookSender,
} from './deliveries.ts';
import type {
  EndpointRepository,
  EndpointRecordRepository,
  EndpointStatsRepository,
  SecretVault,
} from './endpoints.ts';
import type { EventLog } from './events.ts';
import type {
  FindRecentMailSettings,
  GuestMailer,
  GuestMailRepository,
  Mailer,
  MailIdOf,
  MailLimitsRepository,
  MailSettingsRepository,
  MailTemplateRepository,
  TemplateEngine,
  WriteStayCalendar,
} from './mails.ts';
import type { PaymentsClient, ReservationsClient } from './neighbours.ts';

/** Dependencies of the use cases; each takes a Pick of them. */
export interface NotificationsDeps {
  readonly mailer: Mailer;
  readonly guestMailer: GuestMailer;
  readonly guestMails: GuestMailRepository;
  readonly mailSettings: MailSettingsRepository;
  readonly mailLimits: MailLimitsRepository;
  readonly findRecentMailSettings: FindRecentMailSettings;
  readonly mailTemplates: MailTemplateRepository;
  readonly templateEngine: TemplateEngine;
  readonly writeStayCalendar: WriteStayCalendar;
  /** Of the Message-ID. */
  readonly mailDomain: string;
  readonly mailIdOf: MailIdOf;
  /** Of a mail that is tried again, or that the built-in template has written. */
  readonly onMailError: (error: unknown, about: { readonly tenantId: string }) => void;
  readonly reservations: ReservationsClient;
  readonly payments: PaymentsClient;
  readonly sender: WebhookSender;
  readonly vault: SecretVault;
  readonly queue: DeliveryQueue;
  readonly dispatcher: WebhookDispatcher;
  readonly endpoints: EndpointRepository;
  readonly endpointRecords: EndpointRecordRepository;
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
