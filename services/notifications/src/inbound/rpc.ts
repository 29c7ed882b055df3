import * as contract from '@lodging/contract-notifications';
import { instantText, mapResult, ok } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { Route } from '@lodging/kit-messaging';
import { endpointNotFound } from '../domain/endpoints/endpoint-refusals.ts';
import type { NotificationsDeps } from '../ports/deps.ts';
import { changeWebhookEndpoint } from '../use-cases/endpoints/change-webhook-endpoint.ts';
import { createWebhookEndpoint } from '../use-cases/endpoints/create-webhook-endpoint.ts';
import { listEvents } from '../use-cases/events/list-events.ts';
import { listWebhookDeliveries } from '../use-cases/deliveries/list-webhook-deliveries.ts';
import { pingWebhookEndpoint } from '../use-cases/endpoints/ping-webhook-endpoint.ts';
import { replayWebhooks } from '../use-cases/deliveries/replay-webhooks.ts';
import { redeliverWebhook } from '../use-cases/deliveries/redeliver-webhook.ts';
import { rotateWebhookSecret } from '../use-cases/endpoints/rotate-webhook-secret.ts';
import { deleteMailTemplate } from '../use-cases/mails/delete-mail-template.ts';
import { listGuestMails } from '../use-cases/mails/list-guest-mails.ts';
import { previewMailTemplate } from '../use-cases/mails/preview-mail-template.ts';
import { putMailSettings } from '../use-cases/mails/put-mail-settings.ts';
import { putMailTemplate } from '../use-cases/mails/put-mail-template.ts';
import { readMailTemplate } from '../use-cases/mails/read-mail-template.ts';
import { sendCodeMail } from '../use-cases/mails/send-code-mail.ts';
import { sendGuestLink } from '../use-cases/mails/send-guest-link.ts';
import { sendGuestMail } from '../use-cases/mails/send-guest-mail.ts';
import { collectWebhookEndpointStats } from '../use-cases/endpoints/collect-webhook-endpoint-stats.ts';
import { NO_MAIL_SETTINGS } from '../domain/mails/mail-settings.ts';
import { deliveryPageToWire, deliveryToWire } from '../wire/deliveries.ts';
import { endpointToWire, endpointWithSecretToWire, endpointWithStatsToWire } from '../wire/endpoints.ts';
import { eventPageToWire, listEventsFromWire } from '../wire/events.ts';
import {
  guestMailPageToWire,
  guestMailToWire,
  guestSettingsToWire,
  sendGuestLinkFromWire,
  mailSettingsToWire,
  mailTemplateToWire,
  sendCodeMailFromWire,
} from '../wire/mails.ts';

export function rpcRoutes(deps: NotificationsDeps): Route[] {
  return [...mailRoutes(deps), ...endpointRoutes(deps), ...deliveryRoutes(deps)];
}

function mailRoutes(deps: NotificationsDeps): Route[] {
  return [
    on(contract.sendCodeMail, (request, ctx) => sendCodeMail(deps, ctx, sendCodeMailFromWire(request))),
    on(contract.sendGuestLink, (request, ctx) => sendGuestLink(deps, ctx, sendGuestLinkFromWire(request))),
    on(contract.listGuestMails, async (request, ctx) =>
      mapResult(await listGuestMails(deps, ctx, request), guestMailPageToWire),
    ),
    on(contract.listSentMails, async ({ reservationIds }, { tenantId }) => {
      const mails = await deps.guestMails.listSent(tenantId, reservationIds);
      return ok({ mails: mails.map(({ sentAt, ...mail }) => ({ ...mail, sentAt: instantText(sentAt) })) });
    }),
    on(contract.sendGuestMail, async (request, ctx) =>
      mapResult(await sendGuestMail(deps, ctx, request), guestMailToWire),
    ),
    ...mailSetupRoutes(deps),
  ];
}

function mailSetupRoutes(deps: NotificationsDeps): Route[] {
  return [
    on(contract.readMailSettings, async (_, { tenantId }) =>
      ok(mailSettingsToWire((await deps.mailSettings.find(tenantId)) ?? NO_MAIL_SETTINGS)),
    ),
    on(contract.readGuestSettings, async (_, { tenantId }) =>
      ok(guestSettingsToWire((await deps.mailSettings.find(tenantId)) ?? NO_MAIL_SETTINGS)),
    ),
    on(contract.readMailLimits, async (_, { tenantId }) => ok(await deps.mailLimits.find(tenantId))),
    on(contract.limitMails, async (changes, { tenantId }) =>
      ok(await deps.mailLimits.change(tenantId, changes)),
    ),
    on(contract.putMailSettings, async (settings, ctx) =>
      mapResult(await putMailSettings(deps, ctx, settings), mailSettingsToWire),
    ),
    on(contract.readMailTemplate, async (place, ctx) =>
      mapResult(await readMailTemplate(deps, ctx, place), mailTemplateToWire),
    ),
    on(contract.putMailTemplate, async ({ template, ...place }, ctx) => {
      const complete = { ...template, html: template.html ?? null };
      return mapResult(
        await putMailTemplate(deps, ctx, { ...place, template: complete }),
        mailTemplateToWire,
      );
    }),
    on(contract.deleteMailTemplate, (place, ctx) => deleteMailTemplate(deps, ctx, place)),
    on(contract.previewMailTemplate, (request, ctx) => previewMailTemplate(deps, ctx, request)),
  ];
}

function endpointRoutes(deps: NotificationsDeps): Route[] {
  const { endpoints, endpointRecords, clock } = deps;
  return [
    on(contract.createWebhookEndpoint, async (request, ctx) =>
      mapResult(await createWebhookEndpoint(deps, ctx, request), endpointWithSecretToWire),
    ),
    on(contract.listWebhookEndpoints, async (_, { tenantId }) =>
      ok({ webhookEndpoints: (await endpointRecords.list(tenantId)).map(endpointToWire) }),
    ),
    on(contract.collectWebhookEndpointStats, async (_, ctx) =>
      ok({ webhookEndpoints: (await collectWebhookEndpointStats(deps, ctx)).map(endpointWithStatsToWire) }),
    ),
    on(contract.readWebhookEndpoint, async ({ webhookEndpointId }, { tenantId }) => {
      const endpoint = await endpointRecords.find(tenantId, webhookEndpointId);
      return endpoint === undefined ? endpointNotFound() : ok(endpointToWire(endpoint));
    }),
    on(contract.changeWebhookEndpoint, async ({ webhookEndpointId: id, ...changes }, ctx) =>
      mapResult(await changeWebhookEndpoint(deps, ctx, { id, ...changes }), endpointToWire),
    ),
    on(contract.deleteWebhookEndpoint, async ({ webhookEndpointId }, { tenantId }) =>
      (await endpoints.delete(tenantId, webhookEndpointId, clock.now()))
        ? ok({ deleted: true as const })
        : endpointNotFound(),
    ),
    on(contract.rotateWebhookSecret, async ({ webhookEndpointId }, ctx) =>
      mapResult(await rotateWebhookSecret(deps, ctx, webhookEndpointId), endpointWithSecretToWire),
    ),
    on(contract.pingWebhookEndpoint, ({ webhookEndpointId }, ctx) =>
      pingWebhookEndpoint(deps, ctx, webhookEndpointId),
    ),
  ];
}

function deliveryRoutes(deps: NotificationsDeps): Route[] {
  return [
    on(contract.listWebhookDeliveries, async ({ webhookEndpointId: endpointId, ...page }, ctx) =>
      mapResult(await listWebhookDeliveries(deps, ctx, { endpointId, ...page }), deliveryPageToWire),
    ),
    on(contract.replayWebhooks, ({ webhookEndpointId: endpointId, from, to }, ctx) =>
      replayWebhooks(deps, ctx, {
        endpointId,
        from: Temporal.Instant.from(from),
        to: Temporal.Instant.from(to),
      }),
    ),
    on(contract.redeliverWebhook, async ({ webhookEndpointId: endpointId, deliveryId }, ctx) =>
      mapResult(await redeliverWebhook(deps, ctx, { endpointId, deliveryId }), deliveryToWire),
    ),
    on(contract.listEvents, async (request, ctx) =>
      mapResult(await listEvents(deps, ctx, listEventsFromWire(request)), eventPageToWire),
    ),
  ];
}
