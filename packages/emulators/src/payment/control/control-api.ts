import type { FastifyError, FastifyInstance } from 'fastify';
import { ApiError } from '../protocol/api-error.ts';
import type { DeliveryRule } from '../webhooks/delivery-rules.ts';
import type { Endpoint } from '../webhooks/post-event.ts';
import { bodySchemas } from './body-schemas.ts';
import type { Controls, DashboardRefund } from './controls.ts';
import type { FaultRule } from './faults.ts';

interface ById {
  Params: { id: string };
}

export function serveControlApi(app: FastifyInstance, controls: Controls): void {
  app.setErrorHandler(async (error: FastifyError | ApiError, _request, reply) => {
    const status = error instanceof ApiError ? error.status : (error.statusCode ?? 500);
    return reply.code(status).send({ error: { message: error.message } });
  });
  app.get('/_emulator', async () => controls.summary());
  app.post('/_emulator/reset', async () => controls.reset());
  app.get<{ Querystring: { limit?: string } }>('/_emulator/requests', async ({ query }) => ({
    requests: controls.requests(Number(query.limit ?? 100)),
  }));
  serveFaults(app, controls);
  serveWebhooks(app, controls);
  serveDashboard(app, controls);
}

function serveFaults(app: FastifyInstance, controls: Controls): void {
  app.get('/_emulator/faults', async () => ({ faults: controls.faults.list() }));
  app.post<{ Body: FaultRule }>(
    '/_emulator/faults',
    { schema: { body: bodySchemas.fault } },
    async ({ body }, reply) => reply.code(201).send(controls.faults.add(body)),
  );
  app.delete('/_emulator/faults', async (_request, reply) => {
    controls.faults.clear();
    return reply.code(204).send();
  });
}

function serveWebhooks(app: FastifyInstance, controls: Controls): void {
  const { notifications } = controls;
  app.get('/_emulator/webhooks/rules', async () => ({ rules: notifications.rules.list() }));
  app.post<{ Body: DeliveryRule }>(
    '/_emulator/webhooks/rules',
    { schema: { body: bodySchemas.deliveryRule } },
    async ({ body }, reply) => reply.code(201).send(notifications.rules.add(body)),
  );
  app.delete('/_emulator/webhooks/rules', async (_request, reply) => {
    notifications.rules.clear();
    return reply.code(204).send();
  });
  app.post('/_emulator/webhooks/flush', async () => controls.flush());
  app.get('/_emulator/webhooks/endpoints', async () => ({ endpoints: notifications.endpoints() }));
  app.post<{ Body: Endpoint }>(
    '/_emulator/webhooks/endpoints',
    { schema: { body: bodySchemas.endpoint } },
    async ({ body }, reply) => {
      notifications.addEndpoint(body);
      return reply.code(201).send(body);
    },
  );
  app.delete<{ Body: { url: string } }>(
    '/_emulator/webhooks/endpoints',
    { schema: { body: bodySchemas.endpointUrl } },
    async ({ body }, reply) => {
      notifications.removeEndpoint(body.url);
      return reply.code(204).send();
    },
  );
  app.get<{ Querystring: Record<string, string> }>('/_emulator/webhooks/deliveries', async ({ query }) => ({
    deliveries: controls.deliveries(query),
  }));
  app.post<ById>('/_emulator/events/:id/resend', async ({ params }, reply) =>
    reply.code(202).send({ deliveries: controls.resend(params.id) }),
  );
}

function serveDashboard(app: FastifyInstance, controls: Controls): void {
  app.post<{ Body: DashboardRefund }>(
    '/_emulator/refunds',
    { schema: { body: bodySchemas.dashboardRefund } },
    async ({ body }, reply) => reply.code(201).send(controls.refund(body)),
  );
  app.post<ById & { Body: { outcome: 'succeeded' | 'failed' } }>(
    '/_emulator/refunds/:id/settle',
    { schema: { body: bodySchemas.outcome } },
    async ({ params, body }) => controls.settleRefund(params.id, body.outcome),
  );
  app.post<ById & { Body: { outcome: 'succeeded' | 'failed' } }>(
    '/_emulator/payment_intents/:id/settle',
    { schema: { body: bodySchemas.outcome } },
    async ({ params, body }) => controls.settlePayment(params.id, body.outcome),
  );
  app.post<ById>('/_emulator/checkout/sessions/:id/expire', async ({ params }) =>
    controls.expireSession(params.id),
  );
  app.post<ById & { Body: { charges_enabled: boolean } }>(
    '/_emulator/accounts/:id',
    { schema: { body: bodySchemas.account } },
    async ({ params, body }) => controls.setAccount(params.id, body.charges_enabled),
  );
}
