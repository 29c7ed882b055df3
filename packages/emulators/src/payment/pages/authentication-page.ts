import type { FastifyInstance, FastifyReply } from 'fastify';
import { shown } from '../protocol/check-amount.ts';
import type { Provider } from '../provider.ts';
import { finishPayment } from '../moves/finish-payment.ts';
import type { PaymentIntentRecord } from '../state/records.ts';
import { html } from '../../pages/show-page.ts';
import { paymentPage } from './payment-page.ts';

export function serveAuthenticationPage(app: FastifyInstance, provider: Provider): void {
  app.get<{ Params: { id: string } }>('/authenticate/:id', async (request, reply) => {
    const waiting = waitingIntent(provider, request.params.id);
    return waiting === undefined ? done(reply, 'Nothing waits here') : showForm(reply, waiting.entry);
  });
  app.post<{ Params: { id: string }; Body: Record<string, unknown> | undefined }>(
    '/authenticate/:id',
    async (request, reply) => {
      const waiting = waitingIntent(provider, request.params.id);
      if (waiting === undefined) return done(reply, 'Nothing waits here');
      const outcome = request.body?.['outcome'] === 'fail' ? 'failed' : 'succeeded';
      const cause = { account: waiting.account, request: null };
      const { object, returnUrl } = finishPayment(provider, cause, waiting.entry, outcome);
      if (returnUrl === null) return done(reply, outcome === 'succeeded' ? 'Paid' : 'Not paid');
      const back = new URL(returnUrl);
      back.searchParams.set('payment_intent', object.id);
      back.searchParams.set('payment_intent_client_secret', object.client_secret ?? '');
      back.searchParams.set('redirect_status', outcome);
      return reply.redirect(back.href, 303);
    },
  );
}

function waitingIntent(
  provider: Provider,
  id: string,
): { account: string; entry: PaymentIntentRecord } | undefined {
  const located = provider.store.paymentIntents.locate(id);
  return located?.entry.object.status === 'requires_action' ? located : undefined;
}

async function showForm(reply: FastifyReply, { object }: PaymentIntentRecord): Promise<FastifyReply> {
  const content = html`<h1>Is it you?</h1>
    <p>${shown(object.amount, object.currency)}</p>
    <form method="post">
      <button name="outcome" value="complete">Complete</button
      ><button name="outcome" value="fail">Fail</button>
    </form>`;
  return reply.type('text/html; charset=utf-8').send(paymentPage('Authentication', content));
}

async function done(reply: FastifyReply, title: string): Promise<FastifyReply> {
  return reply.type('text/html; charset=utf-8').send(paymentPage(title, html`<h1>${title}</h1>`));
}
